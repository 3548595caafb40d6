package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.args.ArgumentStage;
import io.tidemark.capture.args.ArgEntry;
import io.tidemark.capture.args.ArgRemark;
import io.tidemark.capture.args.ArgsManifest;
import io.tidemark.capture.args.ArgsReader;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.swimlane.AicoreRows;
import io.tidemark.capture.swimlane.read.SwimlaneReader;
import io.tidemark.cli.text.ExitCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every way to hang ends in time, says why, and loses nothing of any channel. */
@Timeout(180)
class HangCaseTest {
    private static final List<String> FILES = List.of(
            "chip_swimlane_records.json",
            "args_dump/args_dump.json",
            "scope_stats/scope_stats.jsonl",
            "deps.json",
            "pmu.csv");

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "kernel, a2a3sim, hang, SCHEDULER_TIMEOUT, S1, 20",
        "kernel, a5sim, hang, SCHEDULER_TIMEOUT, S1, 20",
        "orchestrator, a2a3sim, hang, SCHEDULER_TIMEOUT, S5, 20",
        "orchestrator, a5sim, hang, SCHEDULER_TIMEOUT, S5, 20",
        "scope, a2a3sim, error, SCOPE_DEADLOCK, '', -1",
        "scope, a5sim, error, SCOPE_DEADLOCK, '', -1",
        "heap, a2a3sim, error, HEAP_RING_DEADLOCK, '', -1",
        "heap, a5sim, error, HEAP_RING_DEADLOCK, '', -1",
        "deps, a2a3sim, hang, SCHEDULER_TIMEOUT, S4, 20",
        "deps, a5sim, hang, SCHEDULER_TIMEOUT, S4, 20",
        "cohort, a2a3sim, hang, SCHEDULER_TIMEOUT, S1, 20",
        "cohort, a5sim, hang, SCHEDULER_TIMEOUT, S1, 20"
    })
    void aHangExportsEveryChannelAndEveryRecord(
            String way, String platform, String kind, String error, String hangClass, int ran) throws IOException {
        Path capture = directory.resolve("capture");
        Path witness = directory.resolve("witness");
        Command run = Command.run(
                "run",
                "hang:" + way,
                "--at=20",
                "--platform=" + platform,
                "--scheduler-timeout-ms=1000",
                "--witness=" + witness,
                "--chip-swimlane",
                "--dump-args",
                "--scope-stats",
                "--dep-gen",
                "--pmu",
                "--capture=" + capture);
        assertThat(run.exitCode()).as(run.err() + run.out()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out()).contains(error);
        assertThat(FILES).allSatisfy(file -> assertThat(capture.resolve(file)).isNotEmptyFile());
        assertThat(Files.readString(capture.resolve("certificate.json")))
                .contains(
                        "\"kind\": \"" + kind + "\"",
                        "\"error_name\": \"" + error + "\"",
                        "\"hang_class\": \"" + hangClass + "\"");
        Command verify = Command.run("verify", capture.toString());
        boolean inKernel = way.equals("kernel") || way.equals("cohort");
        assertThat(verify.out().lines().skip(1).findFirst().orElseThrow()).startsWith(inKernel ? "GAPS" : "COMPLETE");
        assertThat(capture.resolve("spool")).doesNotExist();
        assertDoctor(way, capture, run.out());
        long[] counted = counts(witness);
        assertThat(rowsByCore(capture, counted.length)).isEqualTo(counted);
        long sum = Arrays.stream(counted).sum();
        if (ran >= 0) {
            assertThat(sum).isEqualTo(ran);
        } else {
            assertThat(sum).isGreaterThanOrEqualTo(20);
        }
    }

    /** The same sentence on the screen, in both files and from the command. */
    private static void assertDoctor(String way, Path capture, String printed) throws IOException {
        String expected =
                switch (way) {
                    case "kernel" -> "of kernel stuck on core ";
                    case "orchestrator" -> "All 20 submitted tasks are complete";
                    case "scope" -> "waits for task slots of ring 1 (63 of 63 in use)";
                    case "cohort" -> "16 blocks of task r1t21 of kernel step start together";
                    case "heap" -> "waits for heap of ring 1 (262144 of 262144 bytes in use)";
                    default -> "each of these waits for the next: r1t20 step -> r1t21 step";
                };
        Command doctor = Command.run("doctor", capture.toString());
        assertThat(printed).contains(expected);
        assertThat(doctor.out()).contains(expected, "last events of each lane");
        assertThat(Files.readString(capture.resolve("hang.txt"))).contains(expected);
        String json = Files.readString(capture.resolve("hang.json"));
        assertThat(json).contains(expected, "\"waitFor\"");
        switch (way) {
            case "kernel" -> {
                long stuck = (1L << 32) + 20;
                assertThat(json).contains("\"taskId\": \"" + stuck + "\"", "frozen");
                assertThat(doctor.out()).contains("Task r1t20", "inout FLOAT32[16]");
                Files.writeString(capture.resolve("hang.json"), json.replace("\": ", "\":"));
                assertThat(Command.run("doctor", capture.toString()).out()).contains("its arguments, from the dump");
            }
            case "scope" -> assertThat(doctor.out()).contains("--ring-task-window", "circle: ");
            case "heap" -> assertThat(doctor.out()).contains("--ring-heap", "circle: ");
            case "deps" -> assertThat(doctor.out()).contains("circle: r1t20 step -> r1t21 step -> r1t20 step");
            default -> assertThat(doctor.out()).doesNotContain("circle: ");
        }
    }

    /** A graph that is built whole cannot wait for a task, so another task does. */
    @ParameterizedTest
    @ValueSource(strings = {"a2a3sim", "a5sim"})
    void aCohortThatCannotFitHangsAGraphBuiltOnTheHostToo(String platform) {
        Command run = Command.run(
                "run",
                "hang:cohort",
                "--at=20",
                "--runtime=hbg",
                "--platform=" + platform,
                "--scheduler-timeout-ms=1000",
                "--capture=" + directory.resolve("capture"));
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out())
                .contains("S1 a task is running", "20 of 200 tasks complete")
                .contains("doctor    Task t20 of kernel stuck on core ")
                .contains("the 16 blocks of task t21 of kernel step start together");
    }

    /** The graph of a real case: its task 33 is the softmax of some page. */
    @ParameterizedTest
    @ValueSource(strings = {"a2a3sim", "a5sim"})
    void aTaskOfPagedAttentionThatNeverReturnsLosesNothing(String platform) throws IOException {
        Path capture = directory.resolve("capture");
        Path witness = directory.resolve("witness");
        Command run = withAllChannels(
                "paged-attention",
                "--hang-at=33",
                "--platform=" + platform,
                "--scheduler-timeout-ms=1000",
                "--witness=" + witness,
                "--capture=" + capture);
        assertThat(run.exitCode()).as(run.err() + run.out()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out()).contains("Task r2t33 of kernel softmax on core ");
        assertThat(FILES).allSatisfy(file -> assertThat(capture.resolve(file)).isNotEmptyFile());
        long[] counted = counts(witness);
        assertThat(rowsByCore(capture, counted.length)).isEqualTo(counted);
        assertThat(Arrays.stream(counted).sum()).isGreaterThan(33);
        assertThat(Command.run("verify", capture.toString()).out()).doesNotContain("UNTRUSTED");
        List<ArgEntry> given = dumped(capture, (2L << 32) + 33, ArgumentStage.AFTER_COMPLETION);
        assertThat(given).hasSize(3).allMatch(e -> e.remarks().contains(ArgRemark.PARTIAL));
    }

    /** The stuck kernel of the chain has written one element of its argument. */
    @ParameterizedTest
    @ValueSource(strings = {"a2a3sim", "a5sim"})
    void whatARunningTaskHasGivenSoFarIsDumpedAndMarked(String platform) throws IOException {
        Path capture = directory.resolve("capture");
        withAllChannels(
                "hang:kernel",
                "--at=20",
                "--platform=" + platform,
                "--scheduler-timeout-ms=1000",
                "--capture=" + capture);
        List<ArgEntry> given = dumped(capture, (1L << 32) + 20, ArgumentStage.AFTER_COMPLETION);
        assertThat(given).singleElement();
        assertThat(given.getFirst().remarks()).contains(ArgRemark.PARTIAL);
        byte[] bytes = Files.readAllBytes(capture.resolve("args_dump/args.bin"));
        ByteBuffer payload = ByteBuffer.wrap(bytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .position((int) given.getFirst().payloadOffset());
        assertThat(payload.getFloat()).isEqualTo(20);
        assertThat(payload.getFloat()).isEqualTo(0.5f);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a2a3sim", "a5sim"})
    void anErrorInTheFirstMicrosecondIsExportedToo(String platform) {
        Path capture = directory.resolve("capture");
        Command run = withAllChannels("misbehaving:throws", "--platform=" + platform, "--capture=" + capture);
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out()).contains("EXPLICIT_ORCH_FATAL", "no luck today", "COMPLETE");
        Command verify = Command.run("verify", capture.toString());
        assertThat(verify.exitCode()).as(verify.out()).isZero();
        assertThat(capture.resolve("spool")).doesNotExist();
    }

    private static List<ArgEntry> dumped(Path capture, long task, ArgumentStage stage) throws IOException {
        Findings findings = new Findings();
        ArgsManifest manifest = ArgsReader.read(capture.resolve("args_dump/args_dump.json"), findings)
                .orElseThrow();
        assertThat(findings.kept()).isEmpty();
        List<ArgEntry> entries = new ArrayList<>();
        for (int i = 0; i < manifest.size(); i++) {
            ArgEntry entry = manifest.entry(i);
            if (entry.taskId() == task && entry.stage() == stage) {
                entries.add(entry);
            }
        }
        return entries;
    }

    private static Command withAllChannels(String... arguments) {
        List<String> all = new ArrayList<>(List.of("run"));
        all.addAll(List.of(arguments));
        all.addAll(List.of("--chip-swimlane", "--dump-args", "--scope-stats", "--dep-gen", "--pmu"));
        return Command.run(all.toArray(String[]::new));
    }

    @Test
    void theDoctorNamesTheErrorOfARunThatDidNotHang() {
        String capture = directory.resolve("capture").toString();
        Command run = Command.run("run", "fatal:kernel", "--capture", capture);
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(Command.run("doctor", capture).out())
                .contains("no hang was diagnosed in this run; it ended: error KERNEL_FAILED (105)");
    }

    @Test
    void aReportThatWasSpoiledIsShownAsFarAsItGoes() throws IOException {
        Path capture = directory.resolve("capture");
        Command run = Command.run("run", "vector", "--chip-swimlane", "--capture", "" + capture);
        assertThat(run.exitCode()).as(run.err()).isZero();
        byte[] text = "told\n\u001b[2J?\n".getBytes(StandardCharsets.UTF_8);
        text[text.length - 2] = (byte) 0xff;
        Files.write(capture.resolve("hang.txt"), text);
        Files.writeString(capture.resolve("hang.json"), "{\"taskId\": \"99999999999999999999999\"");
        Command doctor = Command.run("doctor", capture.toString());
        assertThat(doctor.err()).isEmpty();
        assertThat(doctor.out())
                .contains("told\n\ufffd[2J\ufffd\n", "last events of each lane")
                .doesNotContain("\u001b");
    }

    /** One that ends well would be no example. */
    @ParameterizedTest
    @CsvSource({"scope, 136, tmr, 1", "heap, 183, tmr, 2", "heap, 183, hbg, 2"})
    void theLastTaskThatMayMisbehaveStillDoes(String way, int at, String runtime, int error) {
        Command last = Command.run(
                "run",
                "hang:" + way,
                "--at=" + at,
                "--runtime=" + runtime,
                "--capture=" + directory.resolve("capture"));
        assertThat(last.exitCode()).as(last.out()).isEqualTo(ExitCode.FAILED);
        assertThat(last.out()).contains("(" + error + ")");
        Command beyond = Command.run("run", "hang:" + way, "--at=" + (at + 1));
        assertThat(beyond.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(beyond.err()).contains("is not in 0.." + at);
    }

    @ParameterizedTest
    @CsvSource({"orchestrator, a2a3sim", "kernel, a2a3sim", "kernel, a5sim"})
    void aRunAfterAHungOneIsClean(String way, String platform) {
        Path hung = directory.resolve("hung");
        Path clean = directory.resolve("clean");
        Command first = withAllChannels(
                "hang:" + way, "--platform=" + platform, "--scheduler-timeout-ms=300", "--capture=" + hung);
        assertThat(first.exitCode()).as(first.err() + first.out()).isEqualTo(ExitCode.FAILED);
        Command run = withAllChannels("vector", "--platform=" + platform, "--capture=" + clean);
        assertThat(run.exitCode()).as(run.err() + run.out()).isZero();
        assertThat(run.out()).contains("COMPLETE").doesNotContain("doctor");
        assertThat(clean.resolve("hang.json")).doesNotExist();
    }

    private static long[] rowsByCore(Path capture, int cores) {
        Findings findings = new Findings();
        AicoreRows rows = SwimlaneReader.read(capture.resolve("chip_swimlane_records.json"), findings)
                .orElseThrow()
                .aicore();
        assertThat(findings.kept()).isEmpty();
        long[] byCore = new long[cores];
        for (int row = 0; row < rows.size(); row++) {
            byCore[rows.core(row)]++;
        }
        return byCore;
    }

    private static long[] counts(Path witness) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(witness)).order(ByteOrder.nativeOrder());
        long[] counts = new long[bytes.limit() / 64];
        for (int core = 0; core < counts.length; core++) {
            counts[core] = bytes.getLong(core * 64);
        }
        return counts;
    }
}
