package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.Findings;
import io.tidemark.capture.swimlane.AicoreRows;
import io.tidemark.capture.swimlane.SwimlaneReader;
import io.tidemark.memory.region.DeviceBoard;
import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.memory.region.RegionDamagedException;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
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
    private static final int LINE_BYTES = 64;
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
            Path capture = directory.resolve("capture-" + kill);
            Path witness = directory.resolve("witness-" + kill);
            Process run = start(name, platform, capture, witness, victim != Victim.PROGRAM);
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
                        case PROGRAM -> killAndRecover(what, run, capture, witness);
                        case HOST -> killAndRecover(what, run, capture, witness);
                        case DEVICE -> killDevice(what, run, capture, witness);
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
        Path capture = directory.resolve("capture");
        Path witness = directory.resolve("witness");
        Process run = start("hang:kernel", "a2a3sim", capture, witness, victim != Victim.PROGRAM);
        Path note = capture.resolve("spool").resolve("region.path");
        while (!Files.exists(note) || !standsInAKernel(note)) {
            assertThat(run.waitFor(10, TimeUnit.MILLISECONDS)).isFalse();
        }
        if (victim == Victim.PROGRAM) {
            run.destroyForcibly().waitFor();
            Command recover = Command.run("recover", capture.toString());
            assertThat(recover.exitCode()).as(recover.err()).isEqualTo(ExitCode.INCOMPLETE);
        } else {
            assertThat(killDevice("a hang", run, capture, witness)).isTrue();
            assertThat(Files.readString(directory.resolve("child.log")))
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

    private static boolean standsInAKernel(Path note) throws IOException {
        try (DeviceRegion region =
                DeviceRegion.openReadOnly(Path.of(Files.readString(note).strip()))) {
            DeviceBoard board = region.board().orElseThrow();
            long ticksPerMilli = region.settings().clockHz() / 1_000;
            for (int core = 0; core < board.cores(); core++) {
                boolean stands = board.lookTick() - board.sinceTick(core) > 300 * ticksPerMilli;
                if (board.isInKernel(core) && stands) {
                    return true;
                }
            }
            return false;
        } catch (NoSuchFileException | RegionDamagedException notYet) {
            return false;
        }
    }

    private Process start(
            String name, String platform, Path capture, Path witness, boolean isolated)
            throws IOException {
        List<String> command = new ArrayList<>(JvmCommand.ofThisProcess());
        command.add(Tidemark.class.getName());
        command.add("run");
        command.add(name);
        if (isolated) {
            command.add("--isolate");
        }
        command.addAll(
                List.of(
                        name.equals(NOOP) ? "--tasks=100000000" : "--rounds=1",
                        "--witness=" + witness,
                        "--platform=" + platform,
                        "--chip-swimlane",
                        "--dump-args",
                        "--scope-stats",
                        "--dep-gen",
                        "--pmu",
                        "--region-dir=" + directory,
                        "--capture=" + capture));
        File log = directory.resolve("child.log").toFile();
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(Redirect.to(log))
                .start();
    }

    /** False when the run had not begun to record. */
    private boolean killAndRecover(String what, Process run, Path capture, Path witness)
            throws Exception {
        List<ProcessHandle> devices = run.children().toList();
        run.destroyForcibly().waitFor(); // SIGKILL
        boolean recovered = check(what, capture, witness);
        for (ProcessHandle device : devices) {
            device.onExit().get(10, TimeUnit.SECONDS); // nobody killed it
        }
        return recovered;
    }

    /** False when there was no device yet, or none any more. */
    private boolean killDevice(String what, Process run, Path capture, Path witness)
            throws Exception {
        List<ProcessHandle> devices = run.children().toList();
        boolean killed = !devices.isEmpty() && devices.getFirst().destroyForcibly();
        if (!killed) {
            run.destroyForcibly().waitFor();
            return false;
        }
        assertThat(run.waitFor(60, TimeUnit.SECONDS)).as(what).isTrue();
        String log = Files.readString(directory.resolve("child.log"));
        assertThat(capture.resolve("spool"))
                .as("%s, exit %d: %s", what, run.exitValue(), log)
                .doesNotExist();
        assertThat(capture.resolve(DeviceExchange.DIRECTORY)).as(what).doesNotExist();
        String certificate = Files.readString(capture.resolve("certificate.json"));
        if (!certificate.contains("\"kind\": \"ok\"")) { // it was over just before
            assertThat(certificate).as(what).contains("\"kind\": \"killed\"", "DEVICE_LOST");
            assertThat(log).as(what).containsAnyOf("was ended by signal 9", "could not be started");
            assertThat(run.exitValue()).as(what + log).isEqualTo(ExitCode.FAILED);
        }
        assertThat(log).as(what).doesNotContain("Exception", "\tat ");
        assertVerified(what, capture);
        assertRowsAgree(what, capture, counts(witness), Files.exists(witness));
        return true;
    }

    private boolean check(String what, Path capture, Path witness) throws IOException {
        long[] counted = counts(witness);
        Command recover = Command.run("recover", capture.toString());
        if (recover.exitCode() == ExitCode.FAILED) {
            assertThat(recover.errorLines()).as(what).hasSize(1);
            assertThat(recover.err()).as(what).containsAnyOf("not exist", "nothing to", "no magic");
            assertThat(counted).as("%s: kernels had run", what).containsOnly(0);
            return false;
        }
        assertThat(recover.exitCode()).as(what + recover.err()).isIn(0, ExitCode.INCOMPLETE);
        assertThat(assertVerified(what, capture)).as(what).isEqualTo(recover.exitCode());
        assertRowsAgree(what, capture, counts(witness), Files.exists(witness));
        Command again = Command.run("recover", capture.toString());
        assertThat(again.out()).as(what).contains("finished already");
        assertThat(again.exitCode()).as(what).isEqualTo(recover.exitCode());
        assertThat(capture.resolve("spool")).doesNotExist();
        assertThat(capture.resolve(DeviceExchange.DIRECTORY)).doesNotExist();
        return true;
    }

    /** The exit code of a capture whose books close. */
    private static int assertVerified(String what, Path capture) {
        Command verify = Command.run("verify", capture.toString());
        assertThat(verify.out()).as(what).doesNotContain("UNTRUSTED", "error:");
        assertThat(verify.exitCode()).as(what + verify).isIn(0, ExitCode.INCOMPLETE);
        return verify.exitCode();
    }

    /** A kernel counts itself as its last act, so at most its own record may be missing. */
    private static void assertRowsAgree(
            String what, Path capture, long[] counted, boolean hasWitness) {
        Path file = capture.resolve("chip_swimlane_records.json");
        long[] rows = new long[counted.length];
        if (Files.exists(file)) {
            Findings findings = new Findings();
            AicoreRows table = SwimlaneReader.read(file, findings).orElseThrow().aicore();
            assertThat(findings.kept()).as(what).isEmpty();
            Set<Long> tasks = new HashSet<>();
            for (int row = 0; row < table.size(); row++) {
                rows[table.core(row)]++;
                assertThat(tasks.add(table.taskId(row))).as("%s: row %d", what, row).isTrue();
            }
        }
        for (int core = 0; hasWitness && core < counted.length; core++) {
            assertThat(rows[core])
                    .as("%s: core %d ran %d kernels", what, core, counted[core])
                    .isBetween(counted[core] - 1, counted[core]);
        }
    }

    private static long[] counts(Path witness) throws IOException {
        if (!Files.exists(witness)) {
            return new long[128];
        }
        ByteBuffer bytes =
                ByteBuffer.wrap(Files.readAllBytes(witness)).order(ByteOrder.nativeOrder());
        long[] counts = new long[bytes.limit() / LINE_BYTES];
        for (int core = 0; core < counts.length; core++) {
            counts[core] = bytes.getLong(core * LINE_BYTES);
        }
        return counts;
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
