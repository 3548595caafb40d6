package io.tidemark.sql.mapped;

import io.tidemark.abi.CoreType;
import io.tidemark.abi.catalog.RecordStream;
import io.tidemark.abi.swimlane.AicoreTaskRecord;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.capture.Capture;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.names.KernelNames;
import io.tidemark.capture.swimlane.SwimlaneMetadata;
import io.tidemark.capture.swimlane.SwimlaneTable;
import io.tidemark.capture.swimlane.read.SwimlaneTables;
import io.tidemark.capture.table.StoredChunk;
import io.tidemark.capture.table.TableFile;
import io.tidemark.sql.table.ColumnBuffer;
import io.tidemark.sql.table.MappedSource;
import io.tidemark.sql.table.SqlCapture;
import io.tidemark.sql.table.TableDefinition;
import io.tidemark.sql.table.TableSpec;
import io.tidemark.sql.table.TextDictionary;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The table of runs straight from the mapped file of a capture: no parsing, nothing on the heap but
 * a line per chunk. It has the columns that the core itself recorded; what the scheduler stamped
 * comes from the readers. Immutable; any thread may read. The mapping lives as long as the process.
 */
public final class MappedRuns implements MappedSource {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final int RECORD_BYTES = AicoreTaskRecord.LAYOUT.sizeBytes();
    private static final int LEAST_KERNELS = 256; // names that every dictionary has
    private static final List<SwimlaneStream> STAMPED =
            List.of(
                    SwimlaneStream.AICORE_TASK,
                    SwimlaneStream.AICPU_TASK,
                    SwimlaneStream.AICPU_SCHED_PHASE,
                    SwimlaneStream.AICPU_ORCH_PHASE,
                    SwimlaneStream.MARKER);

    /** Columns that the file holds. */
    private enum Column {
        TASK_ID,
        CORE,
        CORE_TYPE,
        FUNC_ID,
        KERNEL,
        START_NS,
        END_NS,
        DUR_NS,
        FAILED,
        RECEIVE_NS
    }

    private final Column[] columns; // by index in the table, null for those of the readers
    private final MemorySegment bytes;
    private final long[] firstRows; // of each chunk, and the number of all rows behind them
    private final long[] recordsAt;
    private final int[] lanes;
    private final long baseTick;
    private final long nanosPerTick;
    private final TextDictionary kernels; // by function number
    private final boolean isListed; // no record has another kernel
    private final TextDictionary coreTypes;
    private final int[] typeOfCore;

    private MappedRuns(
            Column[] columns,
            TableFile runs,
            long baseTick,
            SwimlaneMetadata metadata,
            KernelNames names) {
        this.columns = columns;
        this.baseTick = baseTick;
        bytes = runs.bytes();
        nanosPerTick = NANOS_PER_SECOND / runs.clockHz();
        List<StoredChunk> chunks = runs.chunks();
        firstRows = new long[chunks.size() + 1];
        recordsAt = new long[chunks.size()];
        lanes = new int[chunks.size()];
        for (int i = 0; i < chunks.size(); i++) {
            firstRows[i + 1] = firstRows[i] + chunks.get(i).records();
            recordsAt[i] = chunks.get(i).recordsAt();
            lanes[i] = chunks.get(i).lane();
        }
        kernels = kernels(names, runs.kernels());
        isListed = runs.kernels().isPresent();
        coreTypes = new TextDictionary(List.of(CoreType.AIC.word(), CoreType.AIV.word()));
        typeOfCore = new int[maxLane() + 1];
        for (int core = 0; core < typeOfCore.length; core++) {
            typeOfCore[core] = metadata.coreType(core) == CoreType.AIC ? 0 : 1;
        }
    }

    private int maxLane() {
        int most = 0;
        for (int lane : lanes) {
            most = Math.max(most, lane);
        }
        return most;
    }

    /**
     * As many as there are; where the file does not say that, up to the greatest number with a
     * name: runs of kernels above it are rare and named apart.
     */
    private static TextDictionary kernels(KernelNames names, OptionalInt known) {
        int size = known.orElse(LEAST_KERNELS);
        for (int function : names.map().nameById().keySet()) {
            size = Math.max(size, Math.min(function + 1, 1 << Short.SIZE));
        }
        List<String> texts = new ArrayList<>();
        for (int function = 0; function < size; function++) {
            texts.add(names.of(function));
        }
        return new TextDictionary(texts);
    }

    private static String numbered(long function) {
        return "f" + function;
    }

    /**
     * The rows of a capture whose own clock is the axis; empty for one whose graph the host built,
     * and for one without table files.
     */
    public static Optional<MappedRuns> open(SqlCapture capture, TableSpec table) {
        CaptureDirectory directory = capture.directory();
        Path tables = directory.root().resolve(TableFile.DIRECTORY);
        Path head = directory.root().resolve(SwimlaneTables.HEAD);
        if (!Files.isRegularFile(head)) {
            return Optional.empty();
        }
        Optional<SwimlaneTable> described = SwimlaneTables.readHead(head, new Findings());
        if (described.isEmpty() || described.get().isHostOrchestrated()) {
            return Optional.empty();
        }
        try {
            TableFile runs = TableFile.open(file(tables, SwimlaneStream.AICORE_TASK));
            long base = baseTick(tables);
            if (!isUsable(runs) || base <= 0) {
                runs.close();
                return Optional.empty();
            }
            return Optional.of(
                    new MappedRuns(
                            columns(table),
                            runs,
                            base,
                            described.get().metadata(),
                            new KernelNames(capture.part(Capture::names))));
        } catch (IOException unreadable) { // the readers say what is wrong
            return Optional.empty();
        }
    }

    private static boolean isUsable(TableFile runs) {
        return runs.isOfThisVersion()
                && runs.recordBytes() == RECORD_BYTES
                && runs.ledger().isPresent()
                && runs.clockHz() > 0
                && NANOS_PER_SECOND % runs.clockHz() == 0;
    }

    private static Column[] columns(TableSpec table) {
        Column[] columns = new Column[table.columns().size()];
        for (Column column : Column.values()) {
            columns[table.column(column.name().toLowerCase(Locale.ROOT))] = column;
        }
        return columns;
    }

    @Override
    public boolean holds(BitSet wanted) {
        return wanted.stream()
                .allMatch(index -> index <= TableDefinition.RANK || columns[index] != null);
    }

    @Override
    public Optional<List<String>> texts(int column) {
        return columns[column] == Column.KERNEL && isListed
                ? Optional.of(kernels.texts())
                : Optional.empty();
    }

    private static Path file(Path tables, SwimlaneStream stream) {
        String name = RecordStream.of(SwimlaneChannel.CHANNEL, stream.code()).orElseThrow().name();
        return tables.resolve(name + TableFile.SUFFIX);
    }

    /** The least stamp of the device, where the axis begins; 0 if a stamp is missing somewhere. */
    private static long baseTick(Path tables) throws IOException {
        long least = Long.MAX_VALUE;
        for (SwimlaneStream stream : STAMPED) {
            Path file = file(tables, stream);
            if (!Files.exists(file)) {
                continue;
            }
            try (TableFile table = TableFile.open(file)) {
                for (StoredChunk chunk : table.chunks()) {
                    if (chunk.records() > 0) {
                        least = Math.min(least, chunk.beginTick());
                    }
                }
            }
        }
        return least == Long.MAX_VALUE ? 0 : least;
    }

    @Override
    public long rows() {
        return firstRows[firstRows.length - 1];
    }

    @Override
    public void fill(int column, long from, int count, ColumnBuffer out) {
        Column what = columns[column];
        if (what == Column.KERNEL) {
            out.codesOf(kernels);
        } else if (what == Column.CORE_TYPE) {
            out.codesOf(coreTypes);
        }
        int chunk = chunkOf(from);
        int done = 0;
        while (done < count) {
            long row = from + done;
            int here = (int) Math.min(count - done, firstRows[chunk + 1] - row);
            long at = recordsAt[chunk] + (row - firstRows[chunk]) * RECORD_BYTES;
            fill(what, lanes[chunk], at, done, here, out);
            done += here;
            chunk++;
        }
        if (what == Column.KERNEL) {
            nameOthers(count, out);
        }
    }

    /**
     * Cells of kernels that the dictionary does not have become texts, and with them all others.
     */
    private void nameOthers(int count, ColumnBuffer out) {
        long most = 0;
        for (int i = 0; i < count; i++) {
            most = Math.max(most, out.words[i]);
        }
        if (most < kernels.size()) {
            return;
        }
        out.codesOf(null);
        for (int i = 0; i < count; i++) {
            long function = out.words[i];
            out.put(
                    i,
                    function < kernels.size() ? kernels.text((int) function) : numbered(function));
        }
    }

    private int chunkOf(long row) {
        int low = 0;
        int high = recordsAt.length - 1;
        while (low < high) { // the last chunk that begins at or before the row
            int middle = (low + high + 1) >>> 1;
            if (firstRows[middle] <= row) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** One column of records that lie one behind the other. */
    private void fill(Column what, int lane, long at, int to, int count, ColumnBuffer out) {
        long[] words = out.words;
        switch (what) {
            case TASK_ID -> {
                for (int i = 0; i < count; i++) {
                    long word = AicoreTaskRecord.TASK.get(bytes, at + (long) i * RECORD_BYTES);
                    words[to + i] = AicoreTaskRecord.taskId(word);
                }
            }
            case CORE -> Arrays.fill(words, to, to + count, lane);
            case CORE_TYPE -> Arrays.fill(words, to, to + count, typeOfCore[lane]);
            case FUNC_ID, KERNEL -> {
                for (int i = 0; i < count; i++) {
                    words[to + i] =
                            AicoreTaskRecord.FUNCTION_ID.get(bytes, at + (long) i * RECORD_BYTES);
                }
            }
            case FAILED -> {
                for (int i = 0; i < count; i++) {
                    long word =
                            AicoreTaskRecord.RECEIVE_TO_START_TICKS.get(
                                    bytes, at + (long) i * RECORD_BYTES);
                    out.put(to + i, AicoreTaskRecord.threw(word));
                }
            }
            case START_NS, END_NS, DUR_NS, RECEIVE_NS -> fillTimes(what, at, to, count, out);
        }
    }

    /** A loop for each column: the compiler makes the best of a loop that does one thing. */
    private void fillTimes(Column what, long at, int to, int count, ColumnBuffer out) {
        long[] words = out.words;
        MemorySegment records = bytes.asSlice(at, (long) count * RECORD_BYTES);
        long untimed = 0; // negative once a record has no time
        for (int i = 0; i < count; i++) {
            long start = AicoreTaskRecord.START_TICK.get(records, (long) i * RECORD_BYTES);
            long end = AicoreTaskRecord.END_TICK.get(records, (long) i * RECORD_BYTES);
            words[to + i] =
                    what == Column.START_NS ? start : what == Column.END_NS ? end : end - start;
            untimed |= start - 1 | end - start;
        }
        if (what == Column.RECEIVE_NS) {
            for (int i = 0; i < count; i++) {
                long record = (long) i * RECORD_BYTES;
                words[to + i] =
                        AicoreTaskRecord.START_TICK.get(records, record)
                                - AicoreTaskRecord.receiveToStartTicks(
                                        AicoreTaskRecord.RECEIVE_TO_START_TICKS.get(
                                                records, record));
            }
        }
        long base = what == Column.DUR_NS ? 0 : baseTick;
        for (int i = 0; i < count; i++) {
            words[to + i] = (words[to + i] - base) * nanosPerTick;
        }
        if (untimed < 0) {
            putNulls(records, to, count, out);
        }
    }

    private static void putNulls(MemorySegment records, int to, int count, ColumnBuffer out) {
        for (int i = 0; i < count; i++) {
            long start = AicoreTaskRecord.START_TICK.get(records, (long) i * RECORD_BYTES);
            long end = AicoreTaskRecord.END_TICK.get(records, (long) i * RECORD_BYTES);
            if (start <= 0 || end < start) {
                out.putNull(to + i);
            }
        }
    }
}
