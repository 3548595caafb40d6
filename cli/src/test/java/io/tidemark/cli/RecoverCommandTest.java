package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.Platform;
import io.tidemark.abi.region.ActiveHead;
import io.tidemark.abi.region.RegionHeader;
import io.tidemark.capture.certificate.Certificate.Ending;
import io.tidemark.capture.deps.DepsHead;
import io.tidemark.capture.deps.DepsTables;
import io.tidemark.capture.table.TableFile;
import io.tidemark.cli.text.ExitCode;
import io.tidemark.collector.CollectorSession;
import io.tidemark.collector.UnfinishedRun;
import io.tidemark.collector.swimlane.SwimlanePools;
import io.tidemark.memory.region.CommittedBuffers;
import io.tidemark.memory.region.CommittedBuffers.CommittedBuffer;
import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.memory.region.StreamPlace;
import io.tidemark.recording.JvmCommand;
import io.tidemark.recording.device.DeviceExchange;
import io.tidemark.recording.plan.RecordingHooks;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.recording.run.Recording;
import io.tidemark.recording.run.RunFacts;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.engine.ChipWorker;
import io.tidemark.workloads.WorkloadCase;
import io.tidemark.workloads.WorkloadCatalog;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code tidemark recover} on what runs leave behind, whole and broken. */
@Timeout(120)
class RecoverCommandTest {
    private static final long SEED = Long.getLong("tidemark.seed", System.nanoTime());

    private static final int ALL_CHANNELS = 4;

    @TempDir
    Path directory;

    private int copies;
    private String titleEnd = "";

    @ParameterizedTest
    @EnumSource(
            value = Platform.class,
            names = {"A2A3", "A5"})
    void anUnfinishedCaptureIsFinishedOnceAndSaysSoTheSecondTime(Platform platform) throws IOException {
        Path capture = unfinished(platform, false);
        Path head = capture.resolve(DepsHead.PATH); // of a recovery that was cut off
        Files.createDirectories(head.getParent());
        new DepsHead(false, 1, "").write(head);
        Path graph = Files.createFile(head.resolveSibling(DepsTables.GRAPH));
        Command first = Command.run("recover", capture.toString());
        assertThat(first.exitCode()).as(first.err()).isZero();
        assertThat(first.out()).startsWith("COMPLETE").contains("vector", "killed");
        assertThat(DepsHead.read(head).orElseThrow().partial()).isTrue();
        assertThat(graph).isNotEmptyFile();
        for (String file : List.of(
                "chip_swimlane_records.json",
                "args_dump/args_dump.json",
                "scope_stats/scope_stats.jsonl",
                "deps.json",
                "pmu.csv",
                "certificate.json",
                "run.json")) {
            assertThat(capture.resolve(file)).isNotEmptyFile();
        }
        assertThat(Files.readString(capture.resolve("certificate.json")))
                .contains("\"kind\": \"killed\"", "vector")
                .contains("\"conditions\": {\"cpus\": %d, \"cores\": 6, \"rounds_before\": 0,"
                        .formatted(Runtime.getRuntime().availableProcessors()));
        assertThat(capture.resolve("spool")).doesNotExist();
        assertThat(capture.resolve("recovering")).doesNotExist();
        byte[] certificate = Files.readAllBytes(capture.resolve("certificate.json"));
        Command second = Command.run("recover", capture.toString());
        assertThat(second.exitCode()).isZero();
        assertThat(second.out()).startsWith("COMPLETE").contains("finished already");
        assertThat(Files.readAllBytes(capture.resolve("certificate.json"))).isEqualTo(certificate);
        assertThat(Command.run("verify", capture.toString()).exitCode()).isZero();
        EdgesByIdTest.assertEdgesAgree(capture);
    }

    /** As when the run ends by itself, which could say how many tasks it had. */
    @Test
    void filesForOtherToolsAreLeftOutWhereMuchWasCollected() throws IOException {
        WorkloadCase noop = WorkloadCatalog.load().find("noop:layered").build(List.of("tasks=300000"), 1);
        Path capture = unfinished(noop, Platform.A2A3, SwimlanePools.DEFAULT, DfxFlags.NONE.with(DfxFeature.DEP_GEN));
        Command recovered = Command.run("recover", capture.toString());
        assertThat(recovered.exitCode()).as(recovered.err()).isZero();
        assertThat(recovered.out())
                .startsWith("COMPLETE")
                .contains("files: deps.json was left out; 'tidemark export " + capture);
        assertThat(capture.resolve("deps.json")).doesNotExist();
        assertThat(Command.run("verify", capture.toString()).exitCode()).isZero();
    }

    /** The host died after it had moved some of its table files to where they stay. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 100})
    void aRunThatDiedWhileItKeptItsTablesIsRecoveredWithTheSameBooks(int moved) throws IOException {
        Path capture = unfinished(Platform.A2A3, false);
        Path same = copyOf(capture);
        Path tables = Files.createDirectory(same.resolve("tables"));
        try (var files = Files.list(same.resolve("spool"))) {
            for (Path file : files.filter(path -> path.toString().endsWith(".tide"))
                    .sorted()
                    .limit(moved)
                    .toList()) {
                Files.move(file, tables.resolve(file.getFileName()));
            }
        }
        for (Path left : List.of(same, capture)) {
            Command recovered = Command.run("recover", left.toString());
            assertThat(recovered.exitCode()).as(recovered.err()).isZero();
            assertThat(Command.run("verify", left.toString()).exitCode()).isZero();
        }
        assertThat(ledgers(same)).isEqualTo(ledgers(capture)).isNotEmpty();
        assertThat(same.resolve("tables/swimlane.aicore_task.tide"))
                .hasSameBinaryContentAs(capture.resolve("tables/swimlane.aicore_task.tide"));
        assertThat(same.resolve("spool")).doesNotExist();
    }

    private static List<String> ledgers(Path capture) throws IOException {
        return Files.readAllLines(capture.resolve("certificate.json")).stream()
                .filter(line -> line.contains("\"reserved\""))
                .toList();
    }

    @ParameterizedTest
    @EnumSource(
            value = Platform.class,
            names = {"A2A3", "A5"})
    void aRunThatStillLivesIsLeftAlone(Platform platform) throws IOException {
        Path capture = unfinished(platform, true);
        Command refused = Command.run("recover", capture.toString());
        assertThat(refused.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(refused.errorLines())
                .singleElement()
                .asString()
                .contains("still going on in process " + ProcessHandle.current().pid());
        assertThat(capture.resolve("spool")).isDirectory();
    }

    /** Whoever asks for what is not finished must learn how it gets finished. */
    @ParameterizedTest
    @ValueSource(strings = {"summary", "doctor", "verify", "view", "deps"})
    void aCommandThatFindsAnUnfinishedCaptureNamesRecover(String command) throws IOException {
        Path dead = unfinished(Platform.A2A3, false);
        Command asked = Command.run(command, dead.toString());
        assertThat(asked.exitCode()).isNotZero();
        assertThat(asked.errorLines()).singleElement().asString().contains("'tidemark recover " + dead + "'");
        Path alive = unfinished(Platform.A2A3, true);
        assertThat(Command.run(command, alive.toString()).err())
                .contains("still going on in process " + ProcessHandle.current().pid());
    }

    /** A run that is killed in its export has some files, each of them whole, and not the rest. */
    @Test
    void aCaptureThatWasCutOffInItsExportIsNotCalledComplete() throws IOException {
        Path capture = unfinished(Platform.A2A3, false);
        Path whole = directory.resolve("whole");
        assertThat(Command.run("run", "vector", "--chip-swimlane", "--capture=" + whole)
                        .exitCode())
                .isZero();
        Files.copy(whole.resolve("chip_swimlane_records.json"), capture.resolve("chip_swimlane_records.json"));
        for (String command : List.of("verify", "summary", "deps")) {
            Command asked = Command.run(command, capture.toString());
            assertThat(asked.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
            assertThat(asked.out()).startsWith("UNTRUSTED").contains("'tidemark recover'");
        }
        assertThat(Command.run("pmu", capture.toString()).err()).contains("'tidemark recover " + capture + "'");
        assertThat(Command.run("recover", capture.toString()).exitCode()).isZero();
        assertThat(Command.run("verify", capture.toString()).out().lines().limit(2))
                .satisfiesExactly(
                        ending -> assertThat(ending).startsWith("run KILLED"),
                        verdict -> assertThat(verdict).isEqualTo("COMPLETE"));
    }

    /** Its host died between the certificate and the end of clearing up. */
    @Test
    void ofAFinishedRunOnlyWhatItMadeIsRemoved() throws IOException {
        Path capture = unfinished(Platform.A2A3, false);
        Path region = region(capture);
        Path copy = copyOf(capture);
        assertThat(Command.run("recover", copy.toString()).exitCode()).isZero();
        Files.copy(copy.resolve("certificate.json"), capture.resolve("certificate.json"));
        Path exchange = Files.createDirectory(capture.resolve(DeviceExchange.DIRECTORY));
        Files.createFile(exchange.resolve("result.properties"));
        Path mine = Files.createFile(capture.resolve("spool/mine.tide"));
        Command recover = Command.run("recover", capture.toString());
        assertThat(recover.out()).as(recover.err()).contains("finished already");
        assertThat(exchange).doesNotExist();
        assertThat(region).doesNotExist();
        assertThat(capture.resolve("spool")).isDirectoryContaining(mine::equals);
        assertThat(Files.list(capture.resolve("spool"))).hasSize(1);
    }

    /** What lies behind a link belongs to somebody else. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "device",
                "recovering",
                "tables",
                "args_dump",
                "scope_stats",
                "deps.json.part",
                "spool/deps.submit.tide"
            })
    void aLinkInACaptureIsNeverFollowed(String name) throws IOException {
        Path capture = unfinished(Platform.A2A3, false);
        Path victim = Files.createDirectory(directory.resolve("victim"));
        Files.writeString(victim.resolve("outputs.bytes"), "not yours");
        Files.writeString(victim.resolve("swimlane.aicore_task.tide"), "not yours");
        Path link = capture.resolve(name);
        Path aside = directory.resolve("aside");
        if (Files.exists(link)) {
            Files.move(link, aside);
        }
        Files.createSymbolicLink(link, name.contains(".") ? victim.resolve("outputs.bytes") : victim);
        assertSentence(capture, link.toRealPath(LinkOption.NOFOLLOW_LINKS) + ": it is a symbolic link");
        Files.writeString(capture.resolve("certificate.json"), "{}");
        assertSentence(capture, "it is a symbolic link");
        for (Path file : List.of(victim.resolve("outputs.bytes"), victim.resolve("swimlane.aicore_task.tide"))) {
            assertThat(file).hasContent("not yours");
        }
        assertThat(Files.list(victim)).hasSize(2);
        Files.delete(capture.resolve("certificate.json"));
        Files.delete(link);
        if (Files.exists(aside)) {
            Files.move(aside, link);
        }
        assertThat(Command.run("recover", capture.toString()).out()).startsWith("COMPLETE");
    }

    @Test
    void aFinishedCaptureIsNotTouched() throws IOException {
        Path victim = Files.createDirectory(directory.resolve("victim"));
        Files.writeString(victim.resolve("outputs.bytes"), "not yours");
        Path capture = Files.createDirectory(directory.resolve("crafted"));
        Files.writeString(capture.resolve("certificate.json"), "{}");
        Files.createSymbolicLink(capture.resolve("device"), victim);
        Command.run("recover", capture.toString());
        assertThat(victim.resolve("outputs.bytes")).hasContent("not yours");
    }

    /** A link that appears while the run goes on. */
    @Test
    void aRunThatEndsWritesThroughNoLink() throws IOException {
        WorkloadCase vector = WorkloadCatalog.load().find("vector").build(List.of(), 1);
        Path victim = Files.createDirectory(directory.resolve("victim"));
        RecordingPlan plan = plan(vector, Platform.A2A3, SwimlanePools.DEFAULT, DfxFlags.ofSwimlaneLevel(4));
        try (Recording recording = Recording.open(plan);
                ChipWorker worker = ChipWorker.open(plan.config())) {
            RunResult result = worker.run(
                    vector.orchestration(), vector.hostTensors(), plan.call(), recording.start(worker.chip()));
            Files.createSymbolicLink(plan.capture().resolve("tables"), victim);
            assertThatThrownBy(() -> recording.finish(result)).hasMessageContaining("it is a symbolic link");
        }
        assertThat(victim).isEmptyDirectory();
        Files.delete(plan.capture().resolve("tables"));
        assertThat(Command.run("recover", plan.capture().toString()).out()).startsWith("COMPLETE");
    }

    @Test
    void theRegionOfACopiedCaptureStaysForTheCapture() throws IOException {
        Path capture = unfinished(Platform.A2A3, false);
        Path region = region(capture);
        Path copy = Files.createDirectories(directory.resolve("copy/spool")).getParent();
        try (var files = Files.list(capture.resolve("spool"))) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve("spool").resolve(file.getFileName()));
            }
        }
        byte[] before = Files.readAllBytes(region);
        Command ofCopy = Command.run("recover", copy.toString());
        assertThat(ofCopy.out()).as(ofCopy.err()).startsWith("COMPLETE").contains("region: " + region + " stays");
        assertThat(Files.readAllBytes(region)).isEqualTo(before);
        Command ofCapture = Command.run("recover", capture.toString());
        assertThat(ofCapture.out()).as(ofCapture.err()).startsWith("COMPLETE").doesNotContain("region: ");
        assertThat(region).doesNotExist();
        assertThat(ledgers(copy)).isEqualTo(ledgers(capture)).isNotEmpty();
    }

    @Test
    void theRegionOfAnotherRunIsNeitherReadNorRemoved() throws IOException {
        Path capture = unfinished(Platform.A2A3, false);
        Path other = unfinished(Platform.A2A3, false);
        Path region = region(capture);
        Path note = capture.resolve("spool/region.path");
        Files.writeString(note, region(other) + "\n");
        assertSentence(capture, "it belongs to another capture");
        Path alone = Files.createDirectories(directory.resolve("alone/spool"));
        Files.copy(note, alone.resolve("region.path"));
        assertSentence(alone.getParent(), "it belongs to another capture");
        Files.writeString(capture.resolve("certificate.json"), "{}");
        assertSentence(capture, "it belongs to another capture");
        Files.delete(capture.resolve("certificate.json"));
        assertThat(Command.run("recover", other.toString()).out()).startsWith("COMPLETE");
        Files.writeString(note, region + "\n");
        assertThat(Command.run("recover", capture.toString()).out()).startsWith("COMPLETE");
    }

    /** It says neither whose the region is nor what the run made. */
    @Test
    void aCaptureOfAnEarlierVersionIsRecoveredAndItsRegionStays() throws IOException {
        Path capture = unfinished(Platform.A2A3, false);
        Path region = region(capture);
        for (String name : List.of("run.files", "run.lock")) {
            Files.delete(capture.resolve("spool").resolve(name));
        }
        try (RandomAccessFile file = new RandomAccessFile(region.toFile(), "rw")) {
            file.seek(RegionHeader.RUN_ID.offset());
            file.write(new byte[3 * Long.BYTES]);
        }
        Command recover = Command.run("recover", capture.toString());
        assertThat(recover.out()).as(recover.err()).startsWith("COMPLETE").contains("region: " + region + " stays");
        assertThat(region).exists();
        assertThat(capture.resolve("spool")).doesNotExist();
        assertThat(capture.resolve("recovering")).doesNotExist();
    }

    /** As in another container: the number of the process says nothing there, its lock does. */
    @Test
    void aRunThatLivesOutOfSightIsLeftAlone() throws Exception {
        WorkloadCase vector = WorkloadCatalog.load().find("vector").build(List.of(), 1);
        RecordingPlan plan = plan(vector, Platform.A2A3, SwimlanePools.DEFAULT, DfxFlags.ofSwimlaneLevel(4));
        Path capture = plan.capture();
        try (Recording recording = Recording.open(plan);
                ChipWorker worker = ChipWorker.open(plan.config())) {
            worker.run(vector.orchestration(), vector.hostTensors(), plan.call(), recording.start(worker.chip()));
            recording.region().releaseOwner();
            assertSentence(capture, "cannot be seen from here");
            ChildRun child = ChildRun.of(directory.resolve("log"), "recover", capture.toString());
            assertThat(child.exitCode()).as(child.output()).isEqualTo(ExitCode.FAILED);
            assertThat(child.output()).contains("cannot be seen from here");
        }
        assertThat(Command.run("recover", capture.toString()).out()).startsWith("COMPLETE");
    }

    /** A run that is killed while it writes a file leaves the part of it, whichever file it was. */
    @Test
    void whatADeadWriterLeftIsNoFileOfTheCapture() throws IOException {
        Path capture = unfinished(Platform.A2A3, false);
        Files.createDirectory(capture.resolve("args_dump"));
        for (String part : List.of("certificate.json.part", "args_dump/args.bin.part")) {
            Files.writeString(capture.resolve(part), "{ \"certificate_ver");
        }
        Files.writeString(capture.resolve("certificate.json.tmp"), "{"); // by earlier versions
        assertThat(Command.run("recover", capture.toString()).exitCode()).isZero();
        assertThat(Files.readString(capture.resolve("certificate.json"))).doesNotContain(".part", ".tmp");
        assertThat(capture.resolve("certificate.json.part")).doesNotExist();
        assertThat(Command.run("verify", capture.toString()).exitCode()).isZero();
    }

    /** The board's last look is older than the end of the run: tasks of it are no hang. */
    @Test
    void aRunThatHadEndedWellBeforeItWasKilledIsNotDiagnosed() throws IOException {
        Path capture = unfinished(Platform.A2A3, false);
        try (var region = DeviceRegion.open(region(capture))) {
            region.addFact(RunFacts.NAME, new RunFacts(Ending.OK, 5, 5, 5, 0, -1, 0).text());
        }
        assertThat(Command.run("recover", capture.toString()).exitCode()).isZero();
        assertThat(capture.resolve("hang.txt")).doesNotExist();
        assertThat(Command.run("doctor", capture.toString()).out())
                .contains("no hang was diagnosed in this run; it ended: killed");
    }

    @Test
    void whatIsNotThereIsSaidInOneSentence() throws IOException {
        assertSentence(Files.createDirectory(directory.resolve("empty")), "nothing to recover");
        Path capture = unfinished(Platform.A2A3, false);
        Files.delete(region(capture));
        assertSentence(capture, "is not there any more");
    }

    @ParameterizedTest
    @EnumSource(
            value = Platform.class,
            names = {"A2A3", "A5"})
    void aRegionThatIsCutShortEmptyOrOfAnotherVersionIsRefused(Platform platform) throws IOException {
        Random random = new Random(SEED);
        System.out.println("seed " + SEED);
        Path capture = unfinished(platform, false);
        long pages = Files.size(region(capture)) / RegionHeader.PAGE_BYTES;
        for (int cut = 0; cut < 20; cut++) {
            long page = cut < 8 ? pages - 1 - cut : random.nextLong(pages);
            Path copy = copyOf(capture);
            try (RandomAccessFile file = new RandomAccessFile(region(copy).toFile(), "rw")) {
                file.setLength(page * RegionHeader.PAGE_BYTES);
            }
            assertSentence(copy, "cut short");
            assertThat(copy.resolve("recovering")).doesNotExist();
        }
        Path empty = copyOf(capture);
        try (RandomAccessFile file = new RandomAccessFile(region(empty).toFile(), "rw")) {
            file.setLength(0);
        }
        assertSentence(empty, "it has 0 bytes");
        Path other = copyOf(capture);
        overwrite(region(other), RegionHeader.ABI_VERSION.offset(), (byte) 99);
        assertSentence(other, "says version");
    }

    /** One small region, shortened page by page down to nothing. */
    @ParameterizedTest
    @EnumSource(
            value = Platform.class,
            names = {"A2A3", "A5"})
    void aRegionCutAtAnyPageIsRefusedAndChangesNothing(Platform platform) throws IOException {
        Path capture = unfinished(platform, false, SwimlanePools.tiny(16, 64, 4), 0);
        byte[] spool = Files.readAllBytes(capture.resolve("spool/swimlane.aicore_task.tide"));
        long pages = Files.size(region(capture)) / RegionHeader.PAGE_BYTES;
        System.out.println(pages + " pages");
        for (long page = pages - 1; page >= 0; page--) {
            try (RandomAccessFile file = new RandomAccessFile(region(capture).toFile(), "rw")) {
                file.setLength(page * RegionHeader.PAGE_BYTES);
            }
            assertSentence(capture, page == 0 ? "it has 0 bytes" : "cut short");
        }
        assertThat(Files.readAllBytes(capture.resolve("spool/swimlane.aicore_task.tide")))
                .isEqualTo(spool);
        assertThat(capture.resolve("recovering")).doesNotExist();
    }

    /** No file of that process may grow beyond a limit, as on a disk that is full. */
    @ParameterizedTest
    @EnumSource(
            value = Platform.class,
            names = {"A2A3", "A5"})
    void aRecoveryThatRunsOutOfRoomSaysSoAndCanBeDoneAgain(Platform platform) throws Exception {
        Path capture = unfinished(platform, false);
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", "ulimit -f 8; exec \"$@\""));
        command.add("sh");
        command.addAll(JvmCommand.ofThisProcess());
        command.addAll(List.of("-XX:-UsePerfData", Tidemark.class.getName(), "recover", capture.toString()));
        Path log = directory.resolve("full.log");
        Process full = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        assertThat(full.waitFor(60, TimeUnit.SECONDS)).isTrue();
        String said = Files.readString(log);
        assertThat(full.exitValue()).as(said).isEqualTo(ExitCode.FAILED);
        assertThat(said.lines()).as(said).hasSize(1);
        assertThat(said).containsIgnoringCase("too large").doesNotContain("\tat ");
        assertThat(said)
                .as("which file, how large, and what to do")
                .contains("tidemark recover " + capture)
                .containsPattern(
                        Pattern.quote(capture.toString()) + "/[^ :]+: \\S.*[0-9]+ bytes.* free there: [0-9]+ bytes\\)");
        assertThat(capture.resolve("certificate.json")).doesNotExist();
        Command again = Command.run("recover", capture.toString());
        assertThat(again.exitCode()).as(again.err()).isZero();
        assertThat(again.out()).startsWith("COMPLETE");
        assertThat(Command.run("verify", capture.toString()).exitCode()).isZero();
        EdgesByIdTest.assertEdgesAgree(capture);
    }

    /** A lock on a file is gone when its process closes the file, however it was opened. */
    @Test
    void aSecondRecoveryIsRefusedByWhateverTheFirstHasReadMeanwhile() throws Exception {
        Path capture = unfinished(Platform.A2A3, false);
        UnfinishedRun run = UnfinishedRun.in(capture).orElseThrow();
        try (Closeable _ = run.claim().orElseThrow()) {
            assertThat(run.region()).exists();
            assertThat(run.liveProcess()).isEmpty();
            assertThat(run.facts()).isNotEmpty();
            ChildRun second = ChildRun.of(directory.resolve("log"), "recover", capture.toString());
            assertThat(second.exitCode()).as(second.output()).isEqualTo(ExitCode.FAILED);
            assertThat(second.output()).contains("is being recovered by someone else right now");
        }
        Command first = Command.run("recover", capture.toString());
        assertThat(first.out()).startsWith("COMPLETE");
        assertThat(capture.resolve("spool")).doesNotExist();
    }

    @Test
    void aCaptureThatWasMovedWithItsRegionIsRecoveredFromThere() throws IOException {
        Path capture = unfinished(Platform.A2A3, false);
        Path region = region(capture);
        Files.copy(region, capture.resolve(region.getFileName()));
        Path moved = Files.move(capture, directory.resolve("moved"));
        Command recover = Command.run("recover", moved.toString());
        assertThat(recover.out()).as(recover.err()).startsWith("COMPLETE");
        assertThat(region).as("not the one it took").exists();
        assertThat(moved.resolve(region.getFileName())).doesNotExist();
    }

    @Test
    void aTitleThatReordersItsLineIsEscapedInTheRecoveredReport() throws IOException {
        titleEnd = "\u202E";
        Path capture = unfinished(Platform.A2A3, false);
        assertThat(Command.run("recover", capture.toString()).exitCode()).isZero();
        assertThat(Files.readString(capture.resolve("run.json"))).contains("\"case\":\"vector:constant\\u202e\"");
    }

    @ParameterizedTest
    @EnumSource(
            value = Platform.class,
            names = {"A2A3", "A5"})
    void flippedBitsEndInAVerdictOrASentence(Platform platform) throws IOException {
        Random random = new Random(SEED);
        System.out.println("seed " + SEED);
        Path capture = unfinished(platform, false);
        long size = Files.size(region(capture));
        for (int flip = 0; flip < 24; flip++) {
            Path copy = copyOf(capture);
            for (int bit = 0; bit < 1 + flip * 40; bit++) {
                boolean inHeader = flip % 2 == 0;
                long at = random.nextLong(inHeader ? 3L * RegionHeader.PAGE_BYTES : size);
                overwrite(region(copy), at, (byte) (1 << random.nextInt(8)));
            }
            Command recover = Command.run("recover", copy.toString());
            String what = "seed %d, flip %d: %s".formatted(SEED, flip, recover);
            assertThat(recover.exitCode()).as(what).isIn(0, 1, 3);
            assertThat(recover.err()).as(what).doesNotContain("should not", "Exception", "\tat ");
            assertThat(recover.errorLines().size()).as(what).isLessThanOrEqualTo(1);
        }
    }

    /** What is called complete is what the run recorded. */
    @Test
    void aRegionThatLostAPageOrACountIsNotCalledCompleteWithOtherRecords() throws IOException {
        Random random = new Random(SEED);
        System.out.println("seed " + SEED);
        WorkloadCase noop = WorkloadCatalog.load().find("noop:layered").build(List.of("tasks=500"), 1);
        RecordingPlan plan = plan(noop, Platform.A2A3, SwimlanePools.tiny(1024, 2048, 8), allFlags());
        Path capture = plan.capture();
        try (CollectorSession session = Recording.openSession(plan, RecordingHooks.NONE);
                ChipWorker worker = ChipWorker.open(plan.config())) { // a host that collects nothing
            worker.run(
                    noop.orchestration(),
                    noop.hostTensors(),
                    plan.call(),
                    Recording.deviceSetup(
                            plan, worker.chip(), session.region(), plan.chip().clock()));
        }
        Path whole = copyOf(capture);
        assertThat(Command.run("recover", whole.toString()).out()).startsWith("COMPLETE");
        byte[] region = Files.readAllBytes(region(capture));
        List<Long> pages = new ArrayList<>();
        List<Long> counts = new ArrayList<>();
        try (DeviceRegion opened = DeviceRegion.openReadOnly(region(capture))) {
            for (StreamPlace stream : opened.streams()) {
                for (CommittedBuffer buffer :
                        CommittedBuffers.scan(opened.memory(), stream).unspooled()) {
                    long end = stream.recordAt(buffer.bufferAt(), buffer.records() - 1);
                    long first = pageOf(buffer.bufferAt()) + RegionHeader.PAGE_BYTES; // behind its header
                    for (long at = first; at < end; at += RegionHeader.PAGE_BYTES) {
                        pages.add(at);
                    }
                    long head = stream.activeHeadAt(buffer.lane());
                    pages.add(pageOf(head));
                    counts.add(head + ActiveHead.COMMITTED.offset());
                }
            }
        }
        assertThat(pages).hasSizeGreaterThan(20);
        Collections.shuffle(pages, random);
        Collections.shuffle(counts, random);
        for (long page : pages.stream().distinct().limit(12).toList()) {
            byte[] altered = region.clone();
            Arrays.fill(altered, (int) page, (int) page + RegionHeader.PAGE_BYTES, (byte) 0);
            assertNothingInvented(capture, whole, altered, "seed %d, page at %d".formatted(SEED, page));
        }
        for (long count : counts.stream().limit(6).toList()) {
            byte[] altered = region.clone();
            altered[(int) count + random.nextInt(2)] ^= (byte) (1 << random.nextInt(8));
            assertNothingInvented(capture, whole, altered, "seed %d, count at %d".formatted(SEED, count));
        }
    }

    private static long pageOf(long at) {
        return at / RegionHeader.PAGE_BYTES * RegionHeader.PAGE_BYTES;
    }

    private void assertNothingInvented(Path capture, Path whole, byte[] region, String what) throws IOException {
        Path copy = copyOf(capture);
        Files.write(region(copy), region);
        Command recover = Command.run("recover", copy.toString());
        assertThat(recover.err()).as(what).doesNotContain("should not", "Exception");
        if (recover.out().startsWith("COMPLETE")) {
            try (var tables = Files.list(whole.resolve("tables"))) {
                for (Path table : tables.filter(TableFile::isName).toList()) {
                    assertThat(copy.resolve("tables").resolve(table.getFileName()))
                            .as(what)
                            .hasSameBinaryContentAs(table);
                }
            }
        }
    }

    private static void assertSentence(Path capture, String part) {
        Command refused = Command.run("recover", capture.toString());
        assertThat(refused.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(refused.errorLines()).singleElement().asString().contains(part);
        assertThat(refused.out()).isEmpty();
    }

    /** What a run leaves that dies after its last task and before it has exported anything. */
    private Path unfinished(Platform platform, boolean alive) throws IOException {
        return unfinished(platform, alive, SwimlanePools.DEFAULT, ALL_CHANNELS);
    }

    private Path unfinished(Platform platform, boolean alive, SwimlanePools pools, int otherChannels)
            throws IOException {
        DfxFlags flags = otherChannels == ALL_CHANNELS ? allFlags() : DfxFlags.ofSwimlaneLevel(4);
        WorkloadCase vector = WorkloadCatalog.load().find("vector").build(List.of(), 1);
        Path capture = unfinished(vector, platform, pools, flags);
        if (alive) {
            markAlive(region(capture));
        }
        return capture;
    }

    private static DfxFlags allFlags() {
        return DfxFlags.ofSwimlaneLevel(4)
                .with(DfxFeature.DUMP_ARGS_ENABLE)
                .with(DfxFeature.SCOPE_STATS)
                .with(DfxFeature.DEP_GEN)
                .with(DfxFeature.PMU);
    }

    private Path unfinished(WorkloadCase workload, Platform platform, SwimlanePools pools, DfxFlags flags)
            throws IOException {
        RecordingPlan plan = plan(workload, platform, pools, flags);
        Recording recording = Recording.open(plan);
        try (ChipWorker worker = ChipWorker.open(plan.config())) {
            worker.run(workload.orchestration(), workload.hostTensors(), plan.call(), recording.start(worker.chip()));
        }
        recording.close();
        return plan.capture();
    }

    private RecordingPlan plan(WorkloadCase workload, Platform platform, SwimlanePools pools, DfxFlags flags)
            throws IOException {
        RuntimeConfig config = RuntimeConfig.builder()
                .platform(platform)
                .clusters(2)
                .memoryBytes(workload.memoryBytes())
                .build();
        return RecordingPlan.into(Files.createDirectory(directory.resolve("left-" + copies++)))
                .title(workload.title() + titleEnd)
                .call(CallConfig.builder().flags(flags).build())
                .pools(pools)
                .config(config)
                .regionDirectory(directory)
                .build();
    }

    private static void markAlive(Path region) throws IOException {
        try (var opened = DeviceRegion.open(region)) {
            opened.claimOwner();
        }
    }

    private static Path region(Path capture) throws IOException {
        return Path.of(Files.readString(capture.resolve("spool/region.path")).strip());
    }

    private Path copyOf(Path capture) throws IOException {
        Path copy = directory.resolve("copy-" + copies++);
        Files.createDirectories(copy.resolve("spool"));
        try (var files = Files.list(capture.resolve("spool"))) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve("spool").resolve(file.getFileName()));
            }
        }
        Path region = copy.resolve("copied.region");
        Files.copy(region(capture), region);
        Files.writeString(copy.resolve("spool/region.path"), region + "\n");
        return copy;
    }

    private static void overwrite(Path file, long at, byte change) throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.seek(at);
            int before = bytes.read();
            bytes.seek(at);
            bytes.write(before ^ change);
        }
    }
}
