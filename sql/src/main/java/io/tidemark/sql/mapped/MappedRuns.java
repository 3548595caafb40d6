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
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
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
    private static final int RECORD_BYTES = AicoreTaskRecord.LAYOUT.sizeBytes();
    private static final int LEAST_KERNELS = 256; // names that every dictionary has

    private final Filler[] fillers; // by column, null for those of the readers
    private final RecordRows rows;
    private final long baseTick;
    private final long nanosPerTick;
    private final TextDictionary kernels; // by function number
    private final TextDictionary coreTypes;
    private final int kernelColumn;
    private final int typeColumn;

    private MappedRuns(SwimlaneFiles files, RecordRows rows, KernelNames names, TableSpec table) {
        this.rows = rows;
        baseTick = files.baseTick();
        nanosPerTick = files.nanosPerTick();
        kernels = kernels(names, rows.kernels());
        coreTypes = new TextDictionary(List.of(CoreType.AIC.word(), CoreType.AIV.word()));
        kernelColumn = table.column("kernel");
        typeColumn = table.column("core_type");
        SwimlaneMetadata metadata = files.metadata();
        fillers = new Filler[table.columns().size()];
        fillers[table.column("task_id")] = MappedRuns::fillTasks;
        fillers[table.column("core")] =
                (records, lane, to, n, out) -> Arrays.fill(out.words, to, to + n, lane);
        fillers[typeColumn] =
                (records, lane, to, n, out) ->
                        Arrays.fill(
                                out.words,
                                to,
                                to + n,
                                metadata.coreType(lane) == CoreType.AIC ? 0 : 1);
        fillers[table.column("func_id")] = MappedRuns::fillKernels;
        fillers[kernelColumn] = MappedRuns::fillKernels;
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
        return SwimlaneFiles.of(capture.directory())
                .flatMap(
                        files ->
                                files.open(SwimlaneStream.AICORE_TASK, files.metadata().coreCount())
                                        .map(
                                                rows ->
                                                        new MappedRuns(
                                                                files,
                                                                rows,
                                                                new KernelNames(
                                                                        capture.part(
                                                                                Capture::names)),
                                                                table)));
    }

    @Override
    public boolean holds(BitSet wanted) {
        return wanted.stream()
                .allMatch(index -> index <= TableDefinition.RANK || fillers[index] != null);
    }

    @Override
    public Optional<List<String>> texts(int column) {
        return column == kernelColumn && rows.kernels().isPresent()
                ? Optional.of(kernels.texts())
                : Optional.empty();
    }

    @Override
    public long rows() {
        return rows.size();
    }

    @Override
    public void fill(int column, long from, int count, ColumnBuffer out) {
        if (column == kernelColumn) {
            out.codesOf(kernels);
        } else if (column == typeColumn) {
            out.codesOf(coreTypes);
        }
        rows.fill(fillers[column], from, 0, count, out);
        if (column == kernelColumn && rows.kernels().isEmpty()) {
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
            out.put(i, function < kernels.size() ? kernels.text((int) function) : "f" + function);
        }
    }

    private static void fillTasks(
            MemorySegment records, int lane, int to, int count, ColumnBuffer out) {
        for (int i = 0; i < count; i++) {
            long word = AicoreTaskRecord.TASK.get(records, (long) i * RECORD_BYTES);
            out.words[to + i] = AicoreTaskRecord.taskId(word);
        }
    }

    private static void fillKernels(
            MemorySegment records, int lane, int to, int count, ColumnBuffer out) {
        for (int i = 0; i < count; i++) {
            out.words[to + i] = AicoreTaskRecord.FUNCTION_ID.get(records, (long) i * RECORD_BYTES);
        }
    }

    private static void fillFailed(
            MemorySegment records, int lane, int to, int count, ColumnBuffer out) {
        for (int i = 0; i < count; i++) {
            long word =
                    AicoreTaskRecord.RECEIVE_TO_START_TICKS.get(records, (long) i * RECORD_BYTES);
            out.put(to + i, AicoreTaskRecord.threw(word));
        }
    }

    private void fillStarts(MemorySegment records, int lane, int to, int count, ColumnBuffer out) {
        for (int i = 0; i < count; i++) {
            long start = AicoreTaskRecord.START_TICK.get(records, (long) i * RECORD_BYTES);
            out.words[to + i] = (start - baseTick) * nanosPerTick;
        }
        putNulls(records, to, count, out);
    }

    private void fillEnds(MemorySegment records, int lane, int to, int count, ColumnBuffer out) {
        for (int i = 0; i < count; i++) {
            long end = AicoreTaskRecord.END_TICK.get(records, (long) i * RECORD_BYTES);
            out.words[to + i] = (end - baseTick) * nanosPerTick;
        }
        putNulls(records, to, count, out);
    }

    private void fillReceived(
            MemorySegment records, int lane, int to, int count, ColumnBuffer out) {
        for (int i = 0; i < count; i++) {
            long at = (long) i * RECORD_BYTES;
            long ago =
                    AicoreTaskRecord.receiveToStartTicks(
                            AicoreTaskRecord.RECEIVE_TO_START_TICKS.get(records, at));
            long received = AicoreTaskRecord.START_TICK.get(records, at) - ago;
            out.words[to + i] = (received - baseTick) * nanosPerTick;
        }
        putNulls(records, to, count, out);
    }

    /** In one pass: most queries ask for it. */
    private void fillTimes(MemorySegment records, int lane, int to, int count, ColumnBuffer out) {
        long untimed = 0; // negative once a record has no time
        for (int i = 0; i < count; i++) {
            long start = AicoreTaskRecord.START_TICK.get(records, (long) i * RECORD_BYTES);
            long end = AicoreTaskRecord.END_TICK.get(records, (long) i * RECORD_BYTES);
            out.words[to + i] = (end - start) * nanosPerTick;
            untimed |= start - 1 | end - start;
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
