package io.tidemark.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.Platform;
import io.tidemark.cli.Command;
import io.tidemark.cli.text.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What is not taken as it was written is said. */
class DiagnosticsOptionsTest {
    private final StringWriter notes = new StringWriter();

    private static DiagnosticsOptions parsed(String... arguments) {
        return CommandLine.populateCommand(new DiagnosticsOptions(), arguments);
    }

    private int pmuEvent(String environment, String... arguments) {
        return pmuEventOn(Platform.A2A3, environment, arguments);
    }

    private int pmuEventOn(Platform platform, String environment, String... arguments) {
        return parsed(arguments).pmuEvent(platform, name -> environment, new PrintWriter(notes, true));
    }

    @Test
    void deviceCodeCountsTheCyclesOfItsMultiprocessorAndNothingElse() {
        assertThat(pmuEventOn(Platform.CUDA, "4", "--pmu")).isEqualTo(100);
        assertThat(notes.toString()).contains("=4 is no event group", "counting group 100");
        assertThat(pmuEventOn(Platform.CUDA, null, "--pmu=100")).isEqualTo(100);
        assertThatThrownBy(() -> pmuEventOn(Platform.CUDA, null, "--pmu=2"))
                .hasMessageContaining("--pmu=2 is no event group of cuda; there is 100.");
        assertThatThrownBy(() -> pmuEvent(null, "--pmu=100"))
                .hasMessageContaining("--pmu=100 is no event group; there are 1, 2, 4,");
    }

    @Test
    void theEnvironmentChoosesTheCountersAndSaysSo() {
        assertThat(pmuEvent("4", "--pmu=1")).isEqualTo(4);
        assertThat(notes).hasToString("note: counting group 4, as SIMPLER_PMU_EVENT_TYPE says.\n");
    }

    @Test
    void anEnvironmentThatAgreesOrIsNotSetIsNotMentioned() {
        assertThat(pmuEvent(null, "--pmu")).isEqualTo(2);
        assertThat(pmuEvent(" ", "--pmu=8")).isEqualTo(8);
        assertThat(pmuEvent("8", "--pmu=8")).isEqualTo(8);
        assertThat(pmuEvent("8")).isZero();
        assertThat(pmuEvent("8", "--pmu=0")).isZero();
        assertThat(notes.toString()).isEmpty();
    }

    @Test
    void anEnvironmentThatNamesNoCountersLeavesTheFlagAndSaysSo() {
        assertThat(pmuEvent("77", "--pmu=5")).isEqualTo(5);
        assertThat(notes.toString()).contains("=77 is no event group", "counting group 5");
    }

    @Test
    void aWrongFlagIsWrongWhateverTheEnvironmentSays() {
        assertThatThrownBy(() -> pmuEvent("4", "--pmu=3")).hasMessageContaining("--pmu=3");
    }

    private String idle(String... arguments) {
        DiagnosticsOptions options = parsed(arguments);
        PrintWriter out = new PrintWriter(notes, true);
        options.noteIdle(options.flags(out), out);
        return notes.toString();
    }

    @Test
    void optionsOfAChannelThatIsOffAreToldToDoNothing() {
        assertThat(idle("--dep-gen", "--swimlane-pools=4,100", "--on-full=drop"))
                .isEqualTo("note: --swimlane-pools is ignored without --chip-swimlane.\n");
    }

    @Test
    void optionsOfARecordingThatThereIsNotAreToldToDoNothing() {
        assertThat(idle("--on-full=block", "--profile-round=1", "--chip-swimlane=0"))
                .isEqualTo("note: ignored, because no channel is on (such as --chip-swimlane):"
                        + " --on-full, --profile-round.\n");
    }

    @Test
    void optionsThatApplyAreNotMentioned() {
        assertThat(idle("--chip-swimlane", "--swimlane-pools=4,100", "--profile-round=1"))
                .isEmpty();
    }

    @Test
    void aFormerSpellingBesideTodaysIsIgnoredAndToldSo() {
        DfxFlags flags = parsed("--enable-profiling=1", "--chip-swimlane=4").flags(new PrintWriter(notes, true));
        assertThat(flags).isEqualTo(DfxFlags.ofSwimlaneLevel(4));
        assertThat(notes.toString()).contains("former spellings are ignored");
    }

    /** Callers of the older tools write what Python writes. */
    @ParameterizedTest
    @CsvSource({
        "--enable-profiling=True, 4",
        "--enable-profiling=TRUE, 4",
        "--enable-profiling=False, 0",
        "--enable-profiling=fALSE, 0",
        "--enable-l2-swimlane=True, 4",
        "--enable-chip-swimlane=False, 0",
        "--chip-swimlane=True, 4",
        "--chip-swimlane=False, 0"
    })
    void truthIsALevelInAnyCase(String argument, int level) {
        DfxFlags flags = parsed(argument).flags(new PrintWriter(notes, true));
        assertThat(flags).isEqualTo(DfxFlags.ofSwimlaneLevel(level));
        String[] apart = argument.split("=");
        assertThat(parsed(apart).flags(new PrintWriter(notes, true))).isEqualTo(flags);
    }

    @Test
    void argumentsAndCountersTakeTruthInAnyCase() {
        assertThat(parsed("--dump-args=True").argsLevel()).isEqualTo(2);
        assertThat(parsed("--dump-tensor=False").argsLevel()).isZero();
        assertThat(pmuEvent(null, "--pmu=True")).isEqualTo(2);
        assertThat(pmuEvent(null, "--enable-pmu=False")).isZero();
        assertThat(parsed("--pmu=False").flags(new PrintWriter(notes, true))).isEqualTo(DfxFlags.NONE);
    }

    @Test
    void aPlaceForTheRegionThatIsNoneIsToldBeforeAnythingIsMade(@TempDir Path directory) {
        Path output = directory.resolve("out");
        Command run = Command.run(
                "run",
                "vector",
                "--chip-swimlane",
                "--output",
                output + "",
                "--region-dir",
                directory.resolve("nowhere") + "");
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("--region-dir").contains("nowhere is not a directory");
        assertThat(output).doesNotExist();
    }
}
