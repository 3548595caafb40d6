package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.Platform;
import io.tidemark.cli.WitnessedRun.Kill;
import io.tidemark.cli.text.ExitCode;
import io.tidemark.memory.region.DeviceBoard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of a run that hung and was killed: the program, or its isolated device. */
@Timeout(120)
class KilledRunDiagnosisTest {
    private static final long STANDING_TICKS = 3 * Platform.A2A3.clockHz() / 10; // 0.3 s

    @TempDir
    Path directory;

    /** What the dead cannot say is on the board of their region. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aHangThatIsKilledIsDiagnosedFromTheRegion(boolean isolated) throws Exception {
        WitnessedRun run = start("hang:kernel", isolated);
        Path capture = run.capture();
        run.awaitBoard(KilledRunDiagnosisTest::standsInAKernel);
        if (!isolated) {
            run.process().destroyForcibly().waitFor();
            Command recover = Command.run("recover", capture.toString());
            assertThat(recover.exitCode()).as(recover.err()).isEqualTo(ExitCode.INCOMPLETE);
        } else {
            assertThat(run.killDevice()).isEqualTo(Kill.KEPT);
            assertThat(run.log())
                    .contains("doctor    The process was killed", "at least 40 completed of 200")
                    .doesNotContain("0 kernel runs");
        }
        Command doctor = Command.run("doctor", capture.toString());
        assertThat(doctor.out())
                .contains("task r1t40 of kernel stuck on core", "which was frozen")
                .contains("40 of 200 tasks complete")
                .contains("by the recorded graph 159 tasks wait for it, 1 of them directly: r1t41")
                .contains("its arguments, from the dump", "last events of each lane")
                .containsPattern("\nkilled .* after the start; 40 of 200 tasks complete")
                .containsPattern("\ncore \\d+:.* r1t40 \\(.* until the stop, had not returned\\)\n");
        assertThat(Files.readString(capture.resolve("hang.json")))
                .contains("\"taskId\": \"" + ((1L << 32) + 40) + "\"");
        assertThat(Command.run("summary", capture.toString()).out())
                .startsWith("run KILLED")
                .containsPattern("open run, in no figure: task r1t40 of stuck on core \\d+, [^(]*\n");
    }

    /** What no core can tell, the rest of the board does. */
    @ParameterizedTest
    @CsvSource({
        "hang:orchestrator, 'all that was submitted was complete, and the orchestration had not ended'",
        "hang:deps, submitted tasks had not been dispatched",
        "fatal:tensor-wait, the orchestrator waited for the result of task t0"
    })
    void whatWasNotOnACoreIsDiagnosedFromTheRegionToo(String name, String part) throws Exception {
        WitnessedRun run = start(name, false);
        AtomicLong state = new AtomicLong();
        AtomicLong since = new AtomicLong();
        run.awaitBoard(board -> {
            long now = board.submitted() << 32 | board.completed() << 8;
            if (state.getAndSet(now | board.waitResource()) != (now | board.waitResource())) {
                since.set(board.lookTick());
            }
            return board.submitted() > 0 && board.lookTick() - since.get() > STANDING_TICKS;
        });
        run.process().destroyForcibly().waitFor();
        Command recover = Command.run("recover", run.capture().toString());
        assertThat(recover.exitCode()).as(recover.err()).isIn(0, ExitCode.INCOMPLETE);
        assertThat(Command.run("doctor", run.capture().toString()).out()).contains("The process was killed some", part);
    }

    /** It has failed, and is killed while it still waits for the kernel to return. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRunThatHadFailedBeforeItWasKilledSaysSo(boolean isolated) throws Exception {
        WitnessedRun run = start(
                "hang:kernel",
                isolated,
                "--scheduler-timeout-ms=2000",
                "--op-timeout-ms=4000",
                "--stream-timeout-ms=6000");
        run.awaitRegion(region -> region.status().failure().isPresent());
        if (!isolated) {
            run.process().destroyForcibly().waitFor();
            assertThat(Command.run("recover", run.capture().toString()).out())
                    .contains("ended: hang SCHEDULER_TIMEOUT");
            assertThat(Files.readString(run.capture().resolve("certificate.json")))
                    .contains("\"kind\": \"hang\"", "\"hang_class\": \"S1\"");
        } else {
            assertThat(run.killDevice()).isEqualTo(Kill.KEPT);
            assertThat(run.log()).contains("but it had failed with SCHEDULER_TIMEOUT (S1) at task r1t40");
        }
        assertThat(Command.run("doctor", run.capture().toString()).out())
                .contains("it had failed with SCHEDULER_TIMEOUT (S1)")
                .contains("task r1t40 of kernel stuck on core");
    }

    private WitnessedRun start(String name, boolean isolated, String... more) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(name));
        arguments.addAll(List.of(more));
        if (isolated) {
            arguments.add("--isolate");
        }
        return WitnessedRun.start(name, directory, 0, arguments.toArray(String[]::new));
    }

    static boolean standsInAKernel(DeviceBoard board) {
        for (int core = 0; core < board.cores(); core++) {
            boolean stands = board.lookTick() - board.sinceTick(core) > STANDING_TICKS;
            if (board.isInKernel(core) && stands) {
                return true;
            }
        }
        return false;
    }
}
