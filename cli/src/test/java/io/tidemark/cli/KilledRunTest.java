package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.Platform;
import io.tidemark.memory.region.DeviceBoard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Runs as processes of their own that are killed at a random moment, and what {@code recover} makes
 * of them. What must be there is known from the witness file, which the recorder has no part in.
 * {@code -Dtidemark.kills=N} for more of them, {@code -Dtidemark.seed=N} to repeat one.
 */
@Timeout(value = 2, unit = TimeUnit.HOURS)
class KilledRunTest {
    private static final int KILLS = Integer.getInteger("tidemark.kills", 3);
    private static final long SEED = Long.getLong("tidemark.seed", System.nanoTime());
    private static final long STANDING_TICKS = 3 * Platform.A2A3.clockHz() / 10; // 0.3 s
    private static final int MOST_DELAY_MILLIS = 600;
    private static final String NOOP = "noop";

    @TempDir Path directory;

    /** What is killed. */
    private enum Victim {
        /** The one process of a run. */
        PROGRAM,
        /** The process of an isolated device; the host lives and finishes. */
        DEVICE,
        /** The host of an isolated device, which must notice and end. */
        HOST
    }

    @ParameterizedTest
    @EnumSource(Victim.class)
    void nothingCommittedIsMissingTwiceOrInvented(Victim victim) throws Exception {
        Random random = new Random(SEED + victim.ordinal());
        int exported = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            String name = kill % 4 == 3 ? "paged-attention:varseq4" : NOOP;
            String platform = random.nextBoolean() ? "a2a3sim" : "a5sim";
            long delayMillis =
                    random.nextInt(
                            victim == Victim.PROGRAM ? MOST_DELAY_MILLIS : 3 * MOST_DELAY_MILLIS);
            boolean early = random.nextInt(8) == 0;
            String what =
                    "seed %d, kill %d of the %s: %s on %s after %d ms%s"
                            .formatted(
                                    SEED,
                                    kill,
                                    victim,
                                    name,
                                    platform,
                                    delayMillis,
                                    early ? ", early" : "");
            System.out.println(what);
            WitnessedRun witnessed = start(what, kill, name, platform, victim);
            Process run = witnessed.process();
            Path capture = witnessed.capture();
            Path sign =
                    victim == Victim.DEVICE
                            ? capture.resolve(DeviceExchange.DIRECTORY).resolve("outputs.bytes")
                            : capture.resolve("spool").resolve("region.path");
            while (!early && run.isAlive() && !Files.exists(sign)) {
                run.waitFor(1, TimeUnit.MILLISECONDS);
            }
            run.waitFor(delayMillis, TimeUnit.MILLISECONDS);
            boolean exports =
                    switch (victim) {
                        case PROGRAM, HOST -> killAndRecover(what, witnessed);
                        case DEVICE -> killDevice(what, witnessed);
                    };
            exported += exports ? 1 : 0;
            remove(capture);
        }
        assertThat(exported).as("seed %d: kills that left something", SEED).isPositive();
    }

    /** What the dead cannot say is on the board of their region. */
    @ParameterizedTest
    @EnumSource(
            value = Victim.class,
            names = {"PROGRAM", "DEVICE"})
    void aHangThatIsKilledIsDiagnosedFromTheRegion(Victim victim) throws Exception {
        WitnessedRun run = start("a hang", 0, "hang:kernel", "a2a3sim", victim);
        Path capture = run.capture();
        run.awaitBoard(KilledRunTest::standsInAKernel);
        if (victim == Victim.PROGRAM) {
            run.process().destroyForcibly().waitFor();
            Command recover = Command.run("recover", capture.toString());
            assertThat(recover.exitCode()).as(recover.err()).isEqualTo(ExitCode.INCOMPLETE);
        } else {
            assertThat(killDevice("a hang", run)).isTrue();
            assertThat(run.log())
                    .contains("doctor    The process was killed", "40 completed of 200 submitted");
        }
        Command doctor = Command.run("doctor", capture.toString());
        assertThat(doctor.out())
                .contains("task r1t40 of kernel stuck on core", "which was frozen")
                .contains("40 of 200 tasks complete")
                .contains("its arguments, from the dump", "last events of each lane");
        assertThat(Files.readString(capture.resolve("hang.json")))
                .contains("\"taskId\": \"" + ((1L << 32) + 40) + "\"");
    }

    /** What no core can tell, the rest of the board does. */
    @ParameterizedTest
    @CsvSource({
        "hang:orchestrator, the orchestration had not ended and submitted nothing",
        "hang:deps, submitted tasks had not been dispatched",
        "fatal:tensor-wait, the orchestrator waited for the result of task t0"
    })
    void whatWasNotOnACoreIsDiagnosedFromTheRegionToo(String name, String part) throws Exception {
        WitnessedRun run = WitnessedRun.start(name, directory, 0, name);
        AtomicLong first = new AtomicLong();
        run.awaitBoard(
                board ->
                        board.submitted() > 0
                                && !first.compareAndSet(0, board.lookTick())
                                && board.lookTick() - first.get() > STANDING_TICKS);
        run.process().destroyForcibly().waitFor();
        Command recover = Command.run("recover", run.capture().toString());
        assertThat(recover.exitCode()).as(recover.err()).isIn(0, ExitCode.INCOMPLETE);
        assertThat(Command.run("doctor", run.capture().toString()).out())
                .contains("The process was killed some", part);
    }

    /** It has failed, and is killed while it still waits for the kernel to return. */
    @ParameterizedTest
    @EnumSource(
            value = Victim.class,
            names = {"PROGRAM", "DEVICE"})
    void aRunThatHadFailedBeforeItWasKilledSaysSo(Victim victim) throws Exception {
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "hang:kernel",
                                "--scheduler-timeout-ms=600",
                                "--op-timeout-ms=2000",
                                "--stream-timeout-ms=4000"));
        if (victim == Victim.DEVICE) {
            arguments.add("--isolate");
        }
        WitnessedRun run =
                WitnessedRun.start("failed", directory, 0, arguments.toArray(String[]::new));
        run.awaitRegion(region -> region.status().failure().isPresent());
        if (victim == Victim.PROGRAM) {
            run.process().destroyForcibly().waitFor();
            assertThat(Command.run("recover", run.capture().toString()).out())
                    .contains("ended: hang SCHEDULER_TIMEOUT");
            assertThat(Files.readString(run.capture().resolve("certificate.json")))
                    .contains("\"kind\": \"hang\"", "\"hang_class\": \"S1\"");
        } else {
            assertThat(killDevice("failed", run)).isTrue();
            assertThat(run.log())
                    .contains("but it had failed with SCHEDULER_TIMEOUT (S1) at task r1t40");
        }
        assertThat(Command.run("doctor", run.capture().toString()).out())
                .contains("it had failed with SCHEDULER_TIMEOUT (S1)")
                .contains("task r1t40 of kernel stuck on core");
    }

    private WitnessedRun start(String what, int number, String name, String platform, Victim victim)
            throws IOException {
        List<String> arguments = new ArrayList<>(List.of(name, "--platform=" + platform));
        arguments.add(name.equals(NOOP) ? "--tasks=100000000" : "--rounds=1");
        if (victim != Victim.PROGRAM) {
            arguments.add("--isolate");
        }
        return WitnessedRun.start(what, directory, number, arguments.toArray(String[]::new));
    }

    private static boolean standsInAKernel(DeviceBoard board) {
        for (int core = 0; core < board.cores(); core++) {
            boolean stands = board.lookTick() - board.sinceTick(core) > STANDING_TICKS;
            if (board.isInKernel(core) && stands) {
                return true;
            }
        }
        return false;
    }

    /** False when the run had not begun to record. */
    private boolean killAndRecover(String what, WitnessedRun run) throws Exception {
        List<ProcessHandle> devices = run.process().children().toList();
        run.process().destroyForcibly().waitFor(); // SIGKILL
        boolean recovered = check(what, run);
        for (ProcessHandle device : devices) {
            device.onExit().get(10, TimeUnit.SECONDS); // nobody killed it
        }
        return recovered;
    }

    /** False when there was no device yet, or none any more. */
    private boolean killDevice(String what, WitnessedRun run) throws Exception {
        Process host = run.process();
        List<ProcessHandle> devices = host.children().toList();
        boolean killed = !devices.isEmpty() && devices.getFirst().destroyForcibly();
        if (!killed) {
            host.destroyForcibly().waitFor();
            return false;
        }
        assertThat(host.waitFor(60, TimeUnit.SECONDS)).as(what).isTrue();
        String log = run.log();
        assertThat(run.capture().resolve("spool"))
                .as("%s, exit %d: %s", what, host.exitValue(), log)
                .doesNotExist();
        assertThat(run.capture().resolve(DeviceExchange.DIRECTORY)).as(what).doesNotExist();
        String certificate = Files.readString(run.capture().resolve("certificate.json"));
        if (!certificate.contains("\"kind\": \"ok\"")) { // it was over just before
            assertThat(certificate).as(what).contains("\"kind\": \"killed\"", "DEVICE_LOST");
            assertThat(log).as(what).containsAnyOf("was ended by signal 9", "could not be started");
            assertThat(host.exitValue()).as(what + log).isEqualTo(ExitCode.FAILED);
        }
        assertThat(log).as(what).doesNotContain("Exception", "\tat ");
        run.assertVerified();
        run.assertRowsAgree();
        return true;
    }

    private static boolean check(String what, WitnessedRun run) throws IOException {
        long[] counted = run.counts();
        Path capture = run.capture();
        Command recover = Command.run("recover", capture.toString());
        if (recover.exitCode() == ExitCode.FAILED) {
            assertThat(recover.errorLines()).as(what).hasSize(1);
            assertThat(recover.err()).as(what).containsAnyOf("not exist", "nothing to", "no magic");
            assertThat(counted).as("%s: kernels had run", what).containsOnly(0);
            return false;
        }
        assertThat(recover.exitCode()).as(what + recover.err()).isIn(0, ExitCode.INCOMPLETE);
        assertThat(run.assertVerified()).as(what).isEqualTo(recover.exitCode());
        run.assertRowsAgree();
        Command again = Command.run("recover", capture.toString());
        assertThat(again.out()).as(what).contains("finished already");
        assertThat(again.exitCode()).as(what).isEqualTo(recover.exitCode());
        assertThat(capture.resolve("spool")).doesNotExist();
        assertThat(capture.resolve(DeviceExchange.DIRECTORY)).doesNotExist();
        return true;
    }

    private static void remove(Path tree) throws IOException {
        if (!Files.exists(tree)) {
            return;
        }
        try (var paths = Files.walk(tree)) {
            for (Path path : paths.sorted((one, other) -> other.compareTo(one)).toList()) {
                Files.delete(path);
            }
        }
    }
}
