package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.tidemark.cli.text.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ctrl-C, as a terminal sends it: to every process of the run. */
@Timeout(300)
class InterruptedRunTest {
    private static final int INTERRUPT = 2;

    @TempDir
    Path directory;

    /** Under nohup and in the background of some shells nobody can press Ctrl-C. */
    @BeforeAll
    static void requireASignalThatArrives() throws IOException {
        String ignored = Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .findFirst()
                .orElse("SigIgn: 0");
        long mask = Long.parseUnsignedLong(ignored.substring(7).strip(), 16);
        assumeThat(mask >> (INTERRUPT - 1) & 1).as("SIGINT is ignored here").isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--isolate", "--live"})
    void theFirstFinishesTheCapture(String how) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("noop", "--tasks=100000000"));
        if (!how.isEmpty()) {
            arguments.add(how);
        }
        WitnessedRun run = WitnessedRun.start("Ctrl-C", directory, 0, arguments.toArray(String[]::new));
        run.awaitBoard(board -> board.completed() > 1_000);
        interrupt(run.process());
        assertThat(run.process().waitFor(200, TimeUnit.SECONDS)).as(run.log()).isTrue();
        assertThat(run.process().exitValue()).as(run.log()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(run.log())
                .contains("Ctrl-C again ends at once")
                .contains("result    INTERRUPTED: RUN_INTERRUPTED (109): the run was interrupted by")
                .doesNotContain("Exception", "\tat ", "tidemark recover");
        assertThat(run.capture().resolve("spool")).doesNotExist();
        assertThat(run.capture().resolve("device")).doesNotExist();
        assertThat(Files.readString(run.capture().resolve("certificate.json")))
                .contains("\"kind\": \"interrupted\"", "RUN_INTERRUPTED");
        assertThat(Files.readString(run.capture().resolve("run.json"))).contains("\"status\":\"interrupted\"");
        run.assertVerified();
        run.assertRecordsAgree();
    }

    /** A user who sees that nothing moves does not wait for the watchdog. */
    @Test
    void theDoctorSpeaksOfARunThatStoodStill() throws Exception {
        WitnessedRun run = WitnessedRun.start("still", directory, 0, "hang:deps");
        run.awaitBoard(board -> board.completed() == 40);
        long stood = System.nanoTime() + 3_000_000_000L;
        run.awaitBoard(board -> System.nanoTime() > stood);
        interrupt(run.process());
        assertThat(run.process().waitFor(200, TimeUnit.SECONDS)).as(run.log()).isTrue();
        assertThat(run.process().exitValue()).as(run.log()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(run.log()).contains("doctor    Nothing can run, because each of these waits for");
        assertThat(Command.run("summary", run.capture().toString()).out())
                .startsWith("run INTERRUPTED with RUN_INTERRUPTED (109), S4: Nothing can run");
        assertThat(Command.run("doctor", run.capture().toString()).out()).contains("circle: ");
        run.assertVerified();
    }

    @Test
    void roundsThatAreLeftDoNotBegin() throws Exception {
        WitnessedRun run =
                WitnessedRun.start("rounds", directory, 0, "vector", "--rounds=1000000", "--profile-round=1");
        while (!Files.exists(run.capture().resolve("chip_swimlane_records.json"))) {
            assertThat(run.process().waitFor(10, TimeUnit.MILLISECONDS))
                    .as(run.log())
                    .isFalse();
        }
        interrupt(run.process());
        assertThat(run.process().waitFor(200, TimeUnit.SECONDS)).as(run.log()).isTrue();
        assertThat(run.process().exitValue()).as(run.log()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(run.log())
                .containsPattern("cut +interrupted by the user in round [0-9]+ of 1000000")
                .containsPattern("wall time .*, [1-9][0-9,]* tasks per second");
        assertThat(Files.readString(run.capture().resolve("certificate.json"))).contains("\"kind\": \"interrupted\"");
        run.assertVerified();
    }

    /**
     * A kernel that does not return keeps the run from ending for a second. Now and then the second
     * signal comes later than that; then the run is tried again.
     */
    @Test
    void theSecondEndsAtOnceAndLeavesWhatRecoverCanFinish() throws Exception {
        WitnessedRun run = interruptedTwice(1);
        for (int attempt = 2; attempt <= 4 && isFinished(run); attempt++) {
            run.assertVerified();
            run = interruptedTwice(attempt);
        }
        assertThat(isFinished(run))
                .as("the capture is not finished: " + run.log())
                .isFalse();
        assertThat(run.log()).contains("'tidemark recover " + run.capture() + "' finishes it");
        Command recover = Command.run("recover", run.capture().toString());
        assertThat(recover.exitCode()).as(recover.err()).isIn(0, ExitCode.INCOMPLETE);
        run.assertVerified();
    }

    private static boolean isFinished(WitnessedRun run) {
        return Files.exists(run.capture().resolve("certificate.json"));
    }

    private WitnessedRun interruptedTwice(int attempt) throws Exception {
        Path place = Files.createDirectory(directory.resolve("attempt" + attempt));
        WitnessedRun run =
                WitnessedRun.start("twice", place, 0, "misbehaving:waits", "--set=until=" + place.resolve("never"));
        run.awaitBoard(board -> {
            for (int core = 0; core < board.cores(); core++) {
                if (board.isInKernel(core)) {
                    return true;
                }
            }
            return false;
        });
        interrupt(run.process());
        while (!run.log().contains("Ctrl-C again ends at once")) {
            assertThat(run.process().waitFor(5, TimeUnit.MILLISECONDS))
                    .as(run.log())
                    .isFalse();
        }
        interrupt(run.process());
        assertThat(run.process().waitFor(200, TimeUnit.SECONDS)).as(run.log()).isTrue();
        assertThat(run.process().exitValue()).as(run.log()).isEqualTo(ExitCode.INTERRUPTED);
        return run;
    }

    private static void interrupt(Process process) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("kill", "-INT", "" + process.pid()));
        process.children().forEach(child -> command.add("" + child.pid()));
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }
}
