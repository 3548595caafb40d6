package io.tidemark.sql;

import io.tidemark.abi.CoreType;
import io.tidemark.abi.catalog.RecordStream;
import io.tidemark.abi.swimlane.AicoreTaskRecord;
import io.tidemark.abi.swimlane.FaninRecord;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.certificate.Certificate.Ending;
import io.tidemark.capture.certificate.Certificate.FileDigest;
import io.tidemark.capture.certificate.Certificate.Origin;
import io.tidemark.capture.certificate.CertificateReader;
import io.tidemark.capture.certificate.CertificateWriter;
import io.tidemark.capture.certificate.ChannelLedger;
import io.tidemark.capture.certificate.LaneLedger;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.swimlane.SwimlaneMetadata;
import io.tidemark.capture.swimlane.read.SwimlaneTables;
import io.tidemark.capture.table.TableFile;
import io.tidemark.capture.table.TableWriter;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Writes captures of any size that hold nothing but the table of runs: 24 cores, 12 kernels. As a
 * program: DIRECTORY RECORDS [CAPTURES]; several captures share the records and get subdirectories.
 */
final class GeneratedTables {
    static final int CORES = 24;
    static final int KERNELS = 12;
    private static final int CHUNK = 1024; // records, as in a buffer of a run
    private static final long CLOCK_HZ = 50_000_000;

    private GeneratedTables() {}

    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[0]);
        long records = Long.parseLong(arguments[1]);
        int captures = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 1;
        for (int i = 0; i < captures; i++) {
            Path capture = captures == 1 ? directory : directory.resolve("capture_" + i);
            write(capture, records / captures, i);
        }
    }

    static void write(Path capture, long records, long seed) throws IOException {
        write(capture, records, seed, 0);
    }

    /**
     * @param firstKernel number of the first kernel
     */
    static void write(Path capture, long records, long seed, int firstKernel) throws IOException {
        Files.createDirectories(capture.resolve(TableFile.DIRECTORY));
        SwimlaneTables.writeHead(
                capture.resolve(SwimlaneTables.HEAD),
                1,
                new SwimlaneMetadata(
                        CLOCK_HZ,
                        CORES,
                        Collections.nCopies(CORES, CoreType.AIV),
                        List.of(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        ""),
                0,
                List.of());
        List<LaneLedger> ledger = writeRuns(capture, records, new SplittableRandom(seed), firstKernel);
        seal(capture, List.of(new ChannelLedger("swimlane", "aicore_task", ledger)));
    }

    private static void seal(Path capture, List<ChannelLedger> ledgers) throws IOException {
        List<FileDigest> digests = new ArrayList<>();
        try (DirectoryStream<Path> tables = Files.newDirectoryStream(capture.resolve(TableFile.DIRECTORY))) {
            for (Path table : tables) {
                digests.add(CertificateWriter.digest(capture, table));
            }
        }
        CertificateWriter.write(
                capture,
                new Certificate(
                        new Origin("test", "a2a3sim", "tmr", "generated", "test", 1, 1, ""),
                        Ending.OK,
                        ledgers,
                        List.of(),
                        List.of(),
                        List.of(),
                        digests,
                        Verdict.complete(Verdict.Basis.CERTIFICATE),
                        Optional.empty()));
    }

    /**
     * Adds the producers of that many tasks: up to ten each, so that a task may need two records,
     * and now and then a producer that is forgotten.
     *
     * @return the edges, as "producer consumer"
     */
    static List<String> writeProducers(Path capture, int tasks, long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        RecordStream stream = RecordStream.of(SwimlaneChannel.CHANNEL, SwimlaneStream.FANIN.code())
                .orElseThrow();
        Path file = capture.resolve(TableFile.DIRECTORY).resolve(stream.name() + TableFile.SUFFIX);
        int size = stream.layout().sizeBytes();
        List<String> edges = new ArrayList<>();
        long written = 0;
        try (Arena arena = Arena.ofConfined();
                TableWriter table = create(stream, file)) {
            MemorySegment buffer = arena.allocate(2L * CHUNK * size, 64);
            int count = 0;
            for (long task = 0; task < tasks; task++) {
                long id = task | (task % 4) << 32;
                int left = task < 10 ? 0 : random.nextInt(11);
                int kind = random.nextInt(50) == 0 ? FaninRecord.FORGOTTEN : 0;
                do {
                    int here = Math.min(left, FaninRecord.MOST_PRODUCERS);
                    int rings = 0;
                    for (int i = 0; i < here; i++) {
                        long local = random.nextInt((int) task);
                        long producer = local | (local % 4) << 32;
                        rings |= FaninRecord.ring(i, producer);
                        FaninRecord.PRODUCER_LOCALS.set(buffer, (long) count * size, i, local);
                        if (kind != FaninRecord.FORGOTTEN) {
                            edges.add(producer + " " + id);
                        }
                    }
                    FaninRecord.HEAD.set(buffer, (long) count * size, FaninRecord.head(id, kind, here, rings));
                    count++;
                    left -= here;
                    kind = kind == FaninRecord.FORGOTTEN ? kind : FaninRecord.CONTINUED;
                } while (left > 0);
                if (count >= CHUNK || task == tasks - 1) {
                    table.append(0, written / CHUNK + 1, count, 0, written, false, buffer, 0);
                    written += count;
                    count = 0;
                }
            }
            table.finish(List.of(new LaneLedger(0, written, written, 0, Map.of(), 0)));
        }
        Path certificate = capture.resolve(CertificateWriter.FILE_NAME);
        seal(
                capture,
                CertificateReader.read(certificate, new Findings())
                        .orElseThrow()
                        .channels());
        return edges;
    }

    private static TableWriter create(RecordStream stream, Path file) throws IOException {
        return TableWriter.create(
                stream,
                CLOCK_HZ,
                file,
                path -> FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
    }

    private static List<LaneLedger> writeRuns(Path capture, long records, SplittableRandom random, int firstKernel)
            throws IOException {
        RecordStream stream = RecordStream.of(SwimlaneChannel.CHANNEL, SwimlaneStream.AICORE_TASK.code())
                .orElseThrow();
        Path file = capture.resolve(TableFile.DIRECTORY).resolve(stream.name() + TableFile.SUFFIX);
        int size = stream.layout().sizeBytes();
        long[] now = new long[CORES];
        long[] written = new long[CORES];
        java.util.Arrays.fill(now, 1_000);
        try (Arena arena = Arena.ofConfined();
                TableWriter table = create(stream, file)) {
            MemorySegment buffer = arena.allocate((long) CHUNK * size, 64);
            long done = 0;
            long chunk = 0;
            while (done < records) {
                int count = (int) Math.min(CHUNK, records - done);
                int core = (int) (chunk % CORES);
                for (int i = 0; i < count; i++) {
                    int function = random.nextInt(KERNELS);
                    long start = now[core] + random.nextInt(40);
                    long end = start + 100L * (function + 1) + random.nextInt(200);
                    now[core] = end;
                    long at = (long) i * size;
                    AicoreTaskRecord.START_TICK.set(buffer, at, start);
                    AicoreTaskRecord.END_TICK.set(buffer, at, end);
                    AicoreTaskRecord.TASK.set(buffer, at, AicoreTaskRecord.task(done + i, firstKernel + function));
                    AicoreTaskRecord.REG_TASK_ID.set(buffer, at, written[core] + i);
                    AicoreTaskRecord.RECEIVE_TO_START_TICKS.set(buffer, at, random.nextInt(5));
                }
                table.append(core, chunk / CORES + 1, count, 0, written[core], false, buffer, 0);
                written[core] += count;
                done += count;
                chunk++;
            }
            List<LaneLedger> ledger = new ArrayList<>();
            for (int core = 0; core < CORES; core++) {
                ledger.add(new LaneLedger(core, written[core], written[core], 0, Map.of(), 0));
            }
            table.finish(ledger);
            return ledger;
        }
    }
}
