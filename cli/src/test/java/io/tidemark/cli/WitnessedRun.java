package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.directory.CaptureFinder;
import io.tidemark.capture.swimlane.AicoreRows;
import io.tidemark.capture.swimlane.SwimlaneTable;
import io.tidemark.cli.text.ExitCode;
import io.tidemark.memory.region.DeviceBoard;
import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.memory.region.RegionDamagedException;
import io.tidemark.recording.JvmCommand;
import io.tidemark.recording.device.DeviceExchange;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.LongStream;

/**
 * A run as a process of its own with every channel on, and what must be true of its capture however
 * it ended. What was done is known from the witness file, which the recorder has no part in.
 */
final class WitnessedRun {
    private static final int LINE_BYTES = 64;
    private static final int KILLED = 128 + 9; // the exit value of a process that SIGKILL ended

    private final String what;
    private final Path directory;
    private final Path capture;
    private final Path witness;
    private final Process process;

    private WitnessedRun(String what, Path directory, int number, List<String> arguments) throws IOException {
        this.what = what;
        this.directory = directory;
        capture = directory.resolve("capture-" + number);
        witness = directory.resolve("witness-" + number);
        List<String> command = new ArrayList<>(JvmCommand.ofThisProcess());
        command.add(Tidemark.class.getName());
        command.add("run");
        command.addAll(arguments);
        command.addAll(List.of(
                "--witness=" + witness,
                "--chip-swimlane",
                "--dump-args",
                "--scope-stats",
                "--dep-gen",
                "--pmu",
                "--region-dir=" + directory,
                "--capture=" + capture));
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(Redirect.to(directory.resolve("child.log").toFile()))
                .start();
        // A run that its failed test leaves behind would record until the disk is full.
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    }

    /**
     * @param what names the run in every failure
     * @param number tells runs in one directory apart
     */
    static WitnessedRun start(String what, Path directory, int number, String... arguments) throws IOException {
        return new WitnessedRun(what, directory, number, List.of(arguments));
    }

    Process process() {
        return process;
    }

    Path capture() {
        return capture;
    }

    /** Both streams. */
    String log() throws IOException {
        return Files.readString(directory.resolve("child.log"));
    }

    /** Waits until the board of the region says so; the run must not end before. */
    void awaitBoard(Predicate<DeviceBoard> hope) throws IOException, InterruptedException {
        awaitRegion(region -> hope.test(region.board().orElseThrow()));
    }

    /** Waits until the region is so; the run must not end before. */
    void awaitRegion(Predicate<DeviceRegion> hope) throws IOException, InterruptedException {
        while (!regionIs(hope)) {
            assertThat(process.waitFor(10, TimeUnit.MILLISECONDS))
                    .as(what + log())
                    .isFalse();
        }
    }

    /** False as well when the run has no region. */
    private boolean regionIs(Predicate<DeviceRegion> hope) throws IOException {
        Path note = capture.resolve("spool").resolve("region.path");
        if (!Files.exists(note)) {
            return false;
        }
        try (DeviceRegion region =
                DeviceRegion.openReadOnly(Path.of(Files.readString(note).strip()))) {
            return hope.test(region);
        } catch (NoSuchFileException | RegionDamagedException notYet) {
            return false;
        }
    }

    /** What came of a kill. */
    enum Kill {
        /** The process had ended by itself. */
        ENDED_BEFORE,
        /** Nothing had been recorded yet. */
        TOO_EARLY,
        /** There is a capture, and it is as it must be. */
        KEPT
    }

    /** Kills the process that was started; a device that it has must end by itself. */
    Kill killAndRecover() throws Exception {
        List<ProcessHandle> devices = process.children().toList();
        boolean killed = process.destroyForcibly().waitFor() == KILLED; // else it was too late
        boolean recovered = killed && isRecovered();
        for (ProcessHandle device : devices) {
            device.onExit().get(60, TimeUnit.SECONDS); // nobody killed it
        }
        return !killed ? Kill.ENDED_BEFORE : recovered ? Kill.KEPT : Kill.TOO_EARLY;
    }

    /** Kills the device of an isolated run; its host must finish the capture. */
    Kill killDevice() throws Exception {
        List<ProcessHandle> devices = process.children().toList();
        boolean killed = !devices.isEmpty() && devices.getFirst().destroyForcibly();
        if (!killed) {
            process.destroyForcibly().waitFor();
            return Kill.ENDED_BEFORE; // or it had not begun
        }
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as(what).isTrue();
        String log = log();
        assertThat(capture.resolve("spool"))
                .as("%s, exit %d: %s", what, process.exitValue(), log)
                .doesNotExist();
        assertThat(capture.resolve(DeviceExchange.DIRECTORY)).as(what).doesNotExist();
        String certificate = Files.readString(capture.resolve("certificate.json"));
        boolean wasOver = certificate.contains("\"kind\": \"ok\"");
        if (!wasOver) {
            assertThat(certificate).as(what).contains("\"kind\": \"killed\"", "DEVICE_LOST");
            assertThat(log).as(what).containsAnyOf("was ended by signal 9", "could not be started");
            assertThat(process.exitValue()).as(what + log).isEqualTo(ExitCode.FAILED);
        }
        assertThat(log).as(what).doesNotContain("Exception", "\tat ");
        assertVerified();
        assertRecordsAgree();
        if (!wasOver) {
            assertKernelRunsAreCounted();
        }
        return wasOver ? Kill.ENDED_BEFORE : Kill.KEPT;
    }

    /** What the device did before it died is told by its host: as many runs as have a row. */
    private void assertKernelRunsAreCounted() throws IOException {
        Optional<SwimlaneTable> records = StoredCapture.open(capture).swimlane();
        if (records.isPresent()) {
            int rows = records.get().aicore().size();
            assertThat(capture.resolve("run.json")).as(what).content().contains("\"subtasks\":" + rows + ",");
        }
    }

    /** False when the run had not begun to record. */
    private boolean isRecovered() throws IOException {
        long[] counted = counts();
        List<String> readable = runs(); // what SQL would find now
        Command recover = Command.run("recover", capture.toString());
        boolean isThere = Files.exists(capture); // it may have died before it made the directory
        if (recover.exitCode() == (isThere ? ExitCode.FAILED : ExitCode.USAGE)) {
            assertThat(recover.errorLines()).as(what).hasSize(1);
            assertThat(recover.err()).as(what).containsAnyOf("not exist", "nothing to", "no magic");
            assertThat(counted).as("%s: kernels had run", what).containsOnly(0);
            return false;
        }
        assertThat(recover.exitCode()).as(what + recover.err()).isIn(0, ExitCode.INCOMPLETE);
        assertThat(assertVerified()).as(what).isEqualTo(recover.exitCode());
        assertRecordsAgree();
        assertThat(runs()).as(what).containsAll(readable);
        Command again = Command.run("recover", capture.toString());
        assertThat(again.out()).as(what).contains("finished already");
        assertThat(again.exitCode()).as(what).isEqualTo(recover.exitCode());
        assertThat(capture.resolve("spool")).doesNotExist();
        assertThat(capture.resolve(DeviceExchange.DIRECTORY)).doesNotExist();
        return true;
    }

    /** The kernel runs of the capture as it is, finished or not. */
    private List<String> runs() throws IOException {
        if (!Files.isDirectory(capture)) {
            return List.of();
        }
        Optional<SwimlaneTable> table = StoredCapture.open(CaptureFinder.withSpool(CaptureFinder.at(capture)))
                .swimlane();
        List<String> runs = new ArrayList<>();
        for (int row = 0; row < table.map(t -> t.aicore().size()).orElse(0); row++) {
            AicoreRows rows = table.get().aicore();
            runs.add(rows.core(row) + " " + rows.taskId(row) + " " + rows.startTick(row));
        }
        return runs;
    }

    /** The exit code of a capture whose books close. */
    int assertVerified() {
        Command verify = Command.run("verify", capture.toString());
        assertThat(verify.out()).as(what).doesNotContain("UNTRUSTED", "error:");
        assertThat(verify.exitCode()).as(what + verify).isIn(0, ExitCode.INCOMPLETE);
        return verify.exitCode();
    }

    /** The records of every channel agree with what the kernels counted, and with each other. */
    void assertRecordsAgree() throws IOException {
        new WitnessedCapture(what, capture, counts()).assertRecordsAgree();
    }

    /** Kernels that have run so far. */
    long kernelsRun() throws IOException {
        return LongStream.of(counts()).sum();
    }

    /** Kernels that have run, by core. */
    long[] counts() throws IOException {
        if (!Files.exists(witness)) {
            return new long[128];
        }
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(witness)).order(ByteOrder.nativeOrder());
        long[] counts = new long[bytes.limit() / LINE_BYTES];
        for (int core = 0; core < counts.length; core++) {
            counts[core] = bytes.getLong(core * LINE_BYTES);
        }
        return counts;
    }
}
