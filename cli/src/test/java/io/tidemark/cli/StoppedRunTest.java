package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.Platform;
import io.tidemark.cli.text.ExitCode;
import io.tidemark.memory.region.DeviceBoard;
import io.tidemark.recording.device.DeviceExchange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes that are stopped, by SIGSTOP or a key: neither dead nor alive. */
@Timeout(300)
class StoppedRunTest {
    private static final int STREAM_MILLIS = 2_500;
    private static final int SCHEDULER_MILLIS = 5_000;
    private static final int PAUSE_MILLIS = SCHEDULER_MILLIS + 1_500; // longer than any limit

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource(
            value = Platform.class,
            names = {"A2A3", "A5"})
    void aDeviceThatStaysStoppedEndsTheRunWithinItsBudgetAndLosesNothing(Platform platform) throws Exception {
        WitnessedRun run = WitnessedRun.start(
                "a stopped device",
                directory,
                0,
                "noop",
                "--tasks=100000000",
                "--platform=" + platform.simulatorLabel(),
                "--isolate",
                "--scheduler-timeout-ms=500",
                "--op-timeout-ms=1000",
                "--stream-timeout-ms=" + STREAM_MILLIS);
        run.awaitBoard(board -> board.completed() > 1_000);
        ProcessHandle device = run.process().children().findFirst().orElseThrow();
        long stoppedNanos = System.nanoTime();
        signal("STOP", device);
        assertThat(run.process().waitFor(200, TimeUnit.SECONDS)).as(run.log()).isTrue();
        long tookMillis = (System.nanoTime() - stoppedNanos) / 1_000_000;
        assertThat(run.process().exitValue()).as(run.log()).isEqualTo(ExitCode.FAILED);
        assertThat(run.log())
                .contains("DEVICE_LOST (108): the device process", "no sign of life for 4000 ms")
                .contains("it was stopped by a signal and not continued")
                .doesNotContain("Exception", "\tat ");
        assertThat(tookMillis).isGreaterThanOrEqualTo(STREAM_MILLIS); // an export comes after
        assertThat(device.isAlive()).isFalse();
        assertThat(run.capture().resolve("spool")).doesNotExist();
        assertThat(run.capture().resolve(DeviceExchange.DIRECTORY)).doesNotExist();
        assertThat(Files.readString(run.capture().resolve("certificate.json")))
                .contains("\"kind\": \"killed\"", "DEVICE_LOST");
        run.assertVerified();
        run.assertRecordsAgree();
    }

    /** The time in which it could not move is longer than a kernel, or all of them, may stand. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRunThatIsStoppedAndContinuedGoesOnAsIfNothingWas(boolean isolated) throws Exception {
        Path mayReturn = directory.resolve("may-return");
        List<String> arguments = new ArrayList<>(List.of(
                "misbehaving:waits",
                "--set=until=" + mayReturn,
                "--scheduler-timeout-ms=" + SCHEDULER_MILLIS,
                "--op-timeout-ms=" + (SCHEDULER_MILLIS + 500),
                "--stream-timeout-ms=" + 10 * SCHEDULER_MILLIS));
        if (isolated) {
            arguments.add("--isolate");
        }
        WitnessedRun run = WitnessedRun.start("a pause", directory, 0, arguments.toArray(String[]::new));
        run.awaitBoard(StoppedRunTest::isInKernel);
        ProcessHandle device = isolated
                ? run.process().children().findFirst().orElseThrow()
                : run.process().toHandle();
        signal("STOP", device);
        assertThat(run.process().waitFor(PAUSE_MILLIS, TimeUnit.MILLISECONDS)).isFalse();
        AtomicLong seenTick = new AtomicLong();
        run.awaitBoard(board -> seenTick.compareAndSet(0, board.lookTick()));
        signal("CONT", device);
        long aWhileLater = seenTick.get() + Platform.A2A3.clockHz() / 1_000 * (PAUSE_MILLIS + 300);
        run.awaitBoard(board -> board.lookTick() > aWhileLater); // it has had time to give up
        Files.createFile(mayReturn);
        assertThat(run.process().waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(run.process().exitValue()).as(run.log()).isZero();
        assertThat(run.assertVerified()).isZero();
        run.assertRecordsAgree();
    }

    /** Not by HUP or INT: a build under nohup or in the background has them ignored. */
    @Test
    void aRunThatIsEndedByASignalSaysHowItsCaptureIsFinished() throws Exception {
        WitnessedRun run = WitnessedRun.start("TERM", directory, 0, "noop", "--tasks=100000000");
        run.awaitBoard(board -> board.completed() > 1_000);
        signal("TERM", run.process().toHandle());
        assertThat(run.process().waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(run.log().lines().filter(line -> !line.matches("(case|chip) .*")))
                .singleElement()
                .asString()
                .contains("'tidemark recover " + run.capture() + "'");
        Command recover = Command.run("recover", run.capture().toString());
        assertThat(recover.exitCode()).as(recover.err()).isIn(0, ExitCode.INCOMPLETE);
        run.assertRecordsAgree();
    }

    /** The orphan cannot see that its host is gone before it goes on. */
    @Test
    void aStoppedDeviceWhoseHostIsKilledKeepsTheCaptureAndSaysHowToGetIt() throws Exception {
        WitnessedRun run = WitnessedRun.start("an orphan", directory, 0, "noop", "--tasks=100000000", "--isolate");
        run.awaitBoard(board -> board.completed() > 1_000);
        ProcessHandle device = run.process().children().findFirst().orElseThrow();
        signal("STOP", device);
        run.process().destroyForcibly().waitFor();
        Command refused = Command.run("recover", run.capture().toString());
        assertThat(refused.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(refused.errorLines())
                .singleElement()
                .asString()
                .contains("process " + device.pid() + " of its run is stopped")
                .contains("'kill -CONT " + device.pid() + "'", "'kill -9 " + device.pid() + "'");
        signal("CONT", device);
        device.onExit().get(60, TimeUnit.SECONDS); // by itself
        Command recover = Command.run("recover", run.capture().toString());
        assertThat(recover.exitCode()).as(recover.err()).isIn(0, ExitCode.INCOMPLETE);
        run.assertVerified();
        run.assertRecordsAgree();
    }

    private static boolean isInKernel(DeviceBoard board) {
        for (int core = 0; core < board.cores(); core++) {
            if (board.isInKernel(core)) {
                return true;
            }
        }
        return false;
    }

    private static void signal(String name, ProcessHandle process) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .inheritIO()
                .start();
        assertThat(kill.waitFor()).isZero();
    }
}
