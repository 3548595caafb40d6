package io.tidemark.sql.mapped;

import io.tidemark.abi.CoreType;
import io.tidemark.abi.swimlane.AicoreTaskRecord;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.capture.Capture;
import io.tidemark.capture.names.KernelNames;
import io.tidemark.capture.swimlane.SwimlaneMetadata;
import io.tidemark.sql.mapped.RecordRows.Filler;
import io.tidemark.sql.table.ColumnBuffer;
import io.tidemark.sql.table.MappedSource;
import io.tidemark.sql.table.SqlCapture;
import io.tidemark.sql.table.TableDefinition;
import io.tidemark.sql.table.TableSpec;
import io.tidemark.sql.table.TextDictionary;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The table of runs straight from the mapped file of a capture: no parsing, nothing on the heap but
 * a line per chunk. It has the columns that the core itself recorded; what the scheduler stamped
 * comes from the readers. Immutable; any thread may read. The mapping lives as long as the process.
 */
public final class MappedRuns implements MappedSource {
    private static final int WORDS = AicoreTaskRecord.LAYOUT.sizeBytes() / Long.BYTES;
    private static final int START = RecordBlock.word(AicoreTaskRecord.START_TICK);
    private static final int END = RecordBlock.word(AicoreTaskRecord.END_TICK);
    private static final int TASK = RecordBlock.word(AicoreTaskRecord.TASK);
    private static final int LEAST_KERNELS = 256; // names that every dictionary has

    private final Filler[] fillers; // by column, null for those of the readers
    private final RecordRows rows;
    private final long baseTick;
    private final long nanosPerTick;
    private final TextDictionary kernels; // by function number
    private final int kernelColumn;

    private MappedRuns(SwimlaneFiles files, RecordRows rows, KernelNames names, TableSpec table) {
        this.rows = rows;
        baseTick = files.baseTick();
        nanosPerTick = files.nanosPerTick();
        kernels = kernels(names, rows.kernels());
        kernelColumn = table.column("kernel");
        TextDictionary coreTypes = new TextDictionary(List.of(CoreType.AIC.word(), CoreType.AIV.word()));
        SwimlaneMetadata metadata = files.metadata();
        fillers = new Filler[table.columns().size()];
        fillers[table.column("task_id")] = MappedRuns::fillTasks;
        fillers[table.column("core")] = (records, to, out) -> records.fillLanes(out, to, lane -> lane);
        fillers[table.column("core_type")] = (records, to, out) -> {
            out.codesOf(coreTypes);
            records.fillLanes(out, to, lane -> metadata.coreType(lane) == CoreType.AIC ? 0 : 1);
        };
        fillers[table.column("func_id")] = MappedRuns::fillKernels;
        fillers[kernelColumn] = this::fillNames;
        fillers[table.column("start_ns")] = this::fillStarts;
        fillers[table.column("end_ns")] = this::fillEnds;
        fillers[table.column("dur_ns")] = this::fillTimes;
        fillers[table.column("failed")] = MappedRuns::fillFailed;
        fillers[table.column("receive_ns")] = this::fillReceived;
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

    /** Empty for a capture that only its readers can read. */
    public static Optional<MappedRuns> open(SqlCapture capture, TableSpec table) {
        return SwimlaneFiles.of(capture)
                .flatMap(files -> files.open(
                                SwimlaneStream.AICORE_TASK, files.metadata().coreCount())
                        .map(rows ->
                                new MappedRuns(files, rows, new KernelNames(capture.part(Capture::names)), table)));
    }

    @Override
    public boolean holds(BitSet wanted) {
        return wanted.stream().allMatch(index -> index <= TableDefinition.RANK || fillers[index] != null);
    }

    @Override
    public Optional<List<String>> texts(int column) {
        return column == kernelColumn && rows.kernels().isPresent() ? Optional.of(kernels.texts()) : Optional.empty();
    }

    @Override
    public long rows() {
        return rows.size();
    }

    @Override
    public Cursor cursor() {
        return new RecordCursor(rows, fillers);
    }

    private void fillNames(RecordBlock records, int to, ColumnBuffer out) {
        out.codesOf(kernels);
        fillKernels(records, to, out);
        if (rows.kernels().isEmpty()) {
            nameOthers(to, records.size(), out);
        }
    }

    /**
     * Cells of kernels that the dictionary does not have become texts, and with them all others.
     */
    private void nameOthers(int to, int count, ColumnBuffer out) {
        long most = 0;
        for (int i = to; i < to + count; i++) {
            most = Math.max(most, out.words[i]);
        }
        if (most < kernels.size()) {
            return;
        }
        out.codesOf(null);
        for (int i = to; i < to + count; i++) {
            long function = out.words[i];
            out.put(i, function < kernels.size() ? kernels.text((int) function) : "f" + function);
        }
    }

    private static void fillTasks(RecordBlock records, int to, ColumnBuffer out) {
        long[] words = records.words;
        for (int i = 0; i < records.size(); i++) {
            out.words[to + i] = AicoreTaskRecord.taskId(words[i * WORDS + TASK]);
        }
    }

    private static void fillKernels(RecordBlock records, int to, ColumnBuffer out) {
        long[] words = records.words;
        long[] cells = out.words;
        int count = records.size();
        for (int i = 0; i < count; i++) {
            cells[to + i] = AicoreTaskRecord.functionId(words[i * WORDS + TASK]);
        }
    }

    private static void fillFailed(RecordBlock records, int to, ColumnBuffer out) {
        for (int i = 0; i < records.size(); i++) {
            long word = records.get(AicoreTaskRecord.RECEIVE_TO_START_TICKS, i);
            out.put(to + i, AicoreTaskRecord.threw(word));
        }
    }

    private void fillStarts(RecordBlock records, int to, ColumnBuffer out) {
        long[] words = records.words;
        for (int i = 0; i < records.size(); i++) {
            out.words[to + i] = (words[i * WORDS + START] - baseTick) * nanosPerTick;
        }
        putNulls(records, to, out);
    }

    private void fillEnds(RecordBlock records, int to, ColumnBuffer out) {
        long[] words = records.words;
        for (int i = 0; i < records.size(); i++) {
            out.words[to + i] = (words[i * WORDS + END] - baseTick) * nanosPerTick;
        }
        putNulls(records, to, out);
    }

    private void fillReceived(RecordBlock records, int to, ColumnBuffer out) {
        for (int i = 0; i < records.size(); i++) {
            long ago = AicoreTaskRecord.receiveToStartTicks(records.get(AicoreTaskRecord.RECEIVE_TO_START_TICKS, i));
            long received = records.get(AicoreTaskRecord.START_TICK, i) - ago;
            out.words[to + i] = (received - baseTick) * nanosPerTick;
        }
        putNulls(records, to, out);
    }

    /** In one pass: most queries ask for it. */
    private void fillTimes(RecordBlock records, int to, ColumnBuffer out) {
        long[] words = records.words;
        long[] cells = out.words;
        int count = records.size();
        long scale = nanosPerTick;
        long untimed = 0; // negative once a record has no time
        for (int i = 0; i < count; i++) {
            long start = words[i * WORDS + START];
            long time = words[i * WORDS + END] - start;
            cells[to + i] = time * scale;
            untimed |= start - 1 | time;
        }
        if (untimed < 0) {
            putNulls(records, to, out);
        }
    }

    private static void putNulls(RecordBlock records, int to, ColumnBuffer out) {
        for (int i = 0; i < records.size(); i++) {
            long start = records.words[i * WORDS + START];
            long end = records.words[i * WORDS + END];
            if (start <= 0 || end < start) {
                out.putNull(to + i);
            }
        }
    }
}
