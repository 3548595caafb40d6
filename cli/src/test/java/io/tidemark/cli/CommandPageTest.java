package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testkit.GoldenFile;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Compares docs/cli.md with the commands; {@code -Dgolden.update=true} rewrites it. */
class CommandPageTest {
    private static final String HEAD = """
            # Command line

            What `--help` says of every command. Made from the commands themselves, and a test compares it with them; to write it anew:

                mvn -pl cli -am test -Dtest=CommandPageTest -Dsurefire.failIfNoSpecifiedTests=false -Dgolden.update=true
            """;

    @Test
    void thePageOfTheCommandLineIsWhatTheCommandsSay() {
        StringBuilder page = new StringBuilder(HEAD).append(section("tidemark", "--help"));
        for (String command : commands()) {
            page.append(section("tidemark " + command, command, "--help"));
        }
        GoldenFile.inRepository("docs/cli.md").matches(page.toString());
    }

    @Test
    void theListOfCommandsShowsWholeSentences() { // picocli lists the first line of each only
        CommandLine root = Tidemark.commandLine();
        for (String command : commands()) {
            CommandLine listed = root.getSubcommands().get(command);
            assertThat(listed.getCommandSpec().usageMessage().description()[0])
                    .as(command)
                    .endsWith(".");
        }
    }

    /** In the order in which the root command lists them. */
    private static List<String> commands() {
        return Tidemark.commandLine().getSubcommands().entrySet().stream()
                .filter(entry ->
                        !entry.getValue().getCommandSpec().usageMessage().hidden())
                .map(entry -> entry.getKey())
                .filter(name -> !name.equals("help"))
                .toList();
    }

    private static String section(String title, String... arguments) {
        Command help = Command.run(arguments);
        assertThat(help.exitCode()).as(title).isZero();
        return "\n## %s\n\n```\n%s\n```\n".formatted(title, help.out().stripTrailing());
    }
}
