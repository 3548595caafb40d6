package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.ErrorCode;
import io.tidemark.abi.Explained;
import io.tidemark.abi.StallDetail;
import io.tidemark.cli.text.ExitCode;
import io.tidemark.cli.text.Explanations;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

@Timeout(120)
class ExplainCommandTest {
    private static final Pattern FLAG = Pattern.compile("--[a-z][a-z-]*");
    private static final Pattern COMMAND = Pattern.compile("'tidemark ([a-z-]+)");

    @TempDir
    Path directory;

    @Test
    void everyPageIsCompleteAndItsSentencesBeginAndEndAsTheyArePrinted() {
        assertThat(Explanations.all())
                .allSatisfy(page -> assertThat(List.of(page.meaning(), page.causes(), page.hint(), page.provoke()))
                        .as(page.key() + " " + page.name())
                        .doesNotHaveDuplicates()
                        .allSatisfy(text -> assertThat(text)
                                .hasSizeGreaterThan(10)
                                .doesNotEndWith(".")
                                .doesNotMatch("(?s)[A-Z][a-z].*")));
        assertThat(Explanations.all()).contains(ErrorCode.values());
        assertThat(Explanations.all()).hasSize(50); // a new code comes with its page, and is counted
    }

    @Test
    void everyPageIsFoundByItsKeyAndItsNameInAnySpelling() {
        for (Explained page : Explanations.all()) {
            assertThat(Explanations.find(page.key().toLowerCase(java.util.Locale.ROOT)))
                    .contains(page);
            assertThat(Explanations.find(page.name())).contains(page);
        }
        assertThat(Explanations.find("-100")).containsExactly(ErrorCode.SCHEDULER_TIMEOUT);
        assertThat(Explanations.find("99")).containsExactly(StallDetail.UNKNOWN);
    }

    @Test
    void everyFlagAndCommandThatAPageNamesExists() {
        CommandLine root = Tidemark.commandLine();
        Set<String> flags = new HashSet<>(root.getCommandSpec().optionsMap().keySet());
        root.getSubcommands()
                .values()
                .forEach(command ->
                        flags.addAll(command.getCommandSpec().optionsMap().keySet()));
        for (Explained page : Explanations.all()) {
            String text = page.causes() + " " + page.hint() + " " + page.provoke();
            assertThat(FLAG.matcher(text).results().map(match -> match.group()))
                    .as(page.name())
                    .isSubsetOf(flags);
            assertThat(COMMAND.matcher(text).results().map(match -> match.group(1)))
                    .as(page.name())
                    .isSubsetOf(root.getSubcommands().keySet());
        }
    }

    static Stream<Explained> provocable() {
        return Explanations.all().stream()
                .filter(page -> page instanceof ErrorCode || page instanceof StallDetail)
                .filter(page -> page.provoke().startsWith("tidemark "));
    }

    @ParameterizedTest
    @MethodSource("provocable")
    void whatAPageTellsToTryBringsItAbout(Explained page) {
        List<String> words = new ArrayList<>(List.of(page.provoke().split(" ")));
        words.removeFirst();
        words.addAll(List.of("--capture", directory.resolve("capture").toString()));
        Command run = Command.run(words.toArray(String[]::new));
        if (page == ErrorCode.NONE) {
            assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
            return;
        }
        assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(ExitCode.FAILED);
        String shown = page instanceof ErrorCode code ? code.name() : page.key() + " ";
        assertThat(run.out()).contains(shown).contains("tidemark explain ");
        if (page != ErrorCode.SCHEDULER_TIMEOUT) { // there the kind of stall has the better hint
            assertThat(run.out()).contains(page.hint());
        }
    }

    @Test
    void aCodeWithAnotherRemedyForGraphsBuiltOnTheHostTellsBoth() {
        assertThat(Command.run("explain", "2").out())
                .contains("close scopes earlier", "with hbg raise --ring-heap until");
        assertThat(Command.run("explain", "9").out()).doesNotContain("with hbg");
    }

    @ParameterizedTest
    @CsvSource({"4711", "S2", "exit-9", "--", "no_such_word"})
    void whatNobodyKnowsIsOneSentenceAndAUsageError(String asked) {
        Command explain = Command.run("explain", "--", asked);
        assertThat(explain.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(explain.out()).isEmpty();
        assertThat(explain.errorLines())
                .containsExactly(
                        "tidemark: '" + asked + "' is no code or word of a run; 'tidemark explain' lists them.");
    }

    @Test
    void withoutArgumentThereIsATableAndForProgramsAnArray() {
        Command table = Command.run("explain");
        assertThat(table.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(table.out().lines())
                .contains("error codes", "stall details", "verdicts", "drop causes", "exit codes")
                .anyMatch(line -> line.matches("  105 +KERNEL_FAILED +a kernel ended .*"));
        String json = Command.run("explain", "--json").out();
        assertThat(json).startsWith("[{\"kind\":\"error code\",\"key\":\"0\"").endsWith("}]\n");
        assertThat(Command.run("explain", "--json", "no_buffer").out())
                .startsWith("{\"kind\":\"drop cause\",\"key\":\"no_buffer\",\"name\":\"NO_BUFFER\"");
    }

    @Test
    void aNumberThatMeansSeveralThingsNamesTheOthers() {
        Command explain = Command.run("explain", "3");
        assertThat(explain.out())
                .startsWith("3 FLOW_CONTROL_DEADLOCK (error code)")
                .endsWith("See also: S3 (stall detail), exit-3 (exit code).\n");
    }

    @Test
    void theStackOfAKernelThatThrewIsShownOnlyWhenAskedFor() {
        String place = directory.resolve("first").toString();
        assertThat(Command.run("run", "fatal:kernel", "--capture", place).err()).isEmpty();
        String again = directory.resolve("again").toString();
        assertThat(Command.run("run", "fatal:kernel", "--debug", "--capture", again)
                        .err())
                .contains("IndexOutOfBoundsException")
                .contains("FatalWorkload");
    }
}
