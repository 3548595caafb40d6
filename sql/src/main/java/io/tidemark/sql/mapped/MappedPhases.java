package io.tidemark.sql.mapped;

import io.tidemark.abi.layout.U32;
import io.tidemark.abi.swimlane.MarkerRecord;
import io.tidemark.abi.swimlane.SchedPhaseKind;
import io.tidemark.abi.swimlane.SchedPhaseRecord;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.sql.mapped.RecordRows.Filler;
import io.tidemark.sql.table.ColumnBuffer;
import io.tidemark.sql.table.MappedSource;
import io.tidemark.sql.table.SqlCapture;
import io.tidemark.sql.table.TableDefinition;
import io.tidemark.sql.table.TableSpec;
import io.tidemark.sql.table.TextDictionary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * What the schedulers did, straight from two mapped files: the rows of the stretches, then those of
 * the markers. Immutable; any thread.
 */
public final class MappedPhases implements MappedSource {
    private static final int PHASE_BYTES = SchedPhaseRecord.LAYOUT.sizeBytes();
    private static final int MARKER_BYTES = MarkerRecord.LAYOUT.sizeBytes();
    private static final int KINDS = 256; // what lies above is unknown, as the last of these
    private static final int PHASES = 0;
    private static final int MARKERS = 1;
    private static final int LEAST_LEVEL = 3;

    private final Filler[][] fillers; // of phases and of markers, by column
    private final RecordRows[] rows;
    private final TextDictionary kinds;
    private final int kindColumn;

    private MappedPhases(
            SwimlaneFiles files, RecordRows phases, RecordRows markers, TableSpec table) {
        rows = new RecordRows[] {phases, markers};
        fillers = new Filler[2][table.columns().size()];
        kindColumn = table.column("phase");
        kinds = kinds();
        Filler lanes = (records, lane, to, n, out) -> Arrays.fill(out.words, to, to + n, lane);
        Filler nulls =
                (records, lane, to, n, out) -> {
                    for (int i = 0; i < n; i++) {
                        out.putNull(to + i);
                    }
                };
        put(table, "thread", lanes, lanes);
        put(
                table,
                "phase",
                kinds(SchedPhaseRecord.KIND, PHASE_BYTES),
                kinds(MarkerRecord.KIND, MARKER_BYTES));
        put(
                table,
                "start_ns",
                TickFiller.of(files, SchedPhaseRecord.START_TICK, PHASE_BYTES),
                TickFiller.of(files, MarkerRecord.TICK, MARKER_BYTES));
        put(
                table,
                "end_ns",
                TickFiller.of(files, SchedPhaseRecord.END_TICK, PHASE_BYTES),
                TickFiller.of(files, MarkerRecord.TICK, MARKER_BYTES));
        put(
                table,
                "loop",
                counts(SchedPhaseRecord.LOOP_ITERATION, PHASE_BYTES),
                counts(MarkerRecord.LOOP_ITERATION, MARKER_BYTES));
        put(
                table,
                "tasks",
                counts(SchedPhaseRecord.TASKS_PROCESSED, PHASE_BYTES),
                (records, lane, to, n, out) -> Arrays.fill(out.words, to, to + n, 1));
        put(table, "pop_hits", pops(SchedPhaseRecord.POP_HIT), nulls);
        put(table, "pop_misses", pops(SchedPhaseRecord.POP_MISS), nulls);
        put(table, "task_id", nulls, MappedPhases::fillTasks);
    }

    private void put(TableSpec table, String column, Filler ofPhases, Filler ofMarkers) {
        fillers[PHASES][table.column(column)] = ofPhases;
        fillers[MARKERS][table.column(column)] = ofMarkers;
    }

    private static TextDictionary kinds() {
        List<String> labels = new ArrayList<>();
        for (int kind = 0; kind < KINDS; kind++) {
            labels.add(SchedPhaseKind.labelOf(kind));
        }
        return new TextDictionary(labels);
    }

    private static Filler kinds(U32 kind, int recordBytes) {
        return (records, lane, to, count, out) -> {
            for (int i = 0; i < count; i++) {
                out.words[to + i] = Math.min(kind.get(records, (long) i * recordBytes), KINDS - 1);
            }
        };
    }

    private static Filler counts(U32 count, int recordBytes) {
        return (records, lane, to, n, out) -> {
            for (int i = 0; i < n; i++) {
                out.putUnlessNegative(to + i, (int) count.get(records, (long) i * recordBytes));
            }
        };
    }

    private static Filler pops(U32 pops) {
        return (records, lane, to, count, out) -> {
            for (int i = 0; i < count; i++) {
                long at = (long) i * PHASE_BYTES;
                boolean dispatches =
                        SchedPhaseRecord.KIND.get(records, at) == SchedPhaseKind.DISPATCH.code();
                out.putUnlessNegative(to + i, dispatches ? (int) pops.get(records, at) : -1);
            }
        };
    }

    private static void fillTasks(
            java.lang.foreign.MemorySegment records,
            int lane,
            int to,
            int count,
            ColumnBuffer out) {
        for (int i = 0; i < count; i++) {
            out.putUnlessNegative(
                    to + i, MarkerRecord.TASK_ID.get(records, (long) i * MARKER_BYTES));
        }
    }

    /** Empty for a capture that only its readers can read. */
    public static Optional<MappedPhases> open(SqlCapture capture, TableSpec table) {
        Optional<SwimlaneFiles> files =
                SwimlaneFiles.of(capture.directory()).filter(any -> any.level() >= LEAST_LEVEL);
        if (files.isEmpty()) {
            return Optional.empty();
        }
        int threads = files.get().threads();
        Optional<RecordRows> phases = files.get().open(SwimlaneStream.AICPU_SCHED_PHASE, threads);
        Optional<RecordRows> markers = files.get().open(SwimlaneStream.MARKER, threads);
        return phases.isEmpty() || markers.isEmpty()
                ? Optional.empty()
                : Optional.of(new MappedPhases(files.get(), phases.get(), markers.get(), table));
    }

    @Override
    public boolean holds(BitSet wanted) {
        return wanted.stream()
                .allMatch(index -> index <= TableDefinition.RANK || fillers[PHASES][index] != null);
    }

    @Override
    public long rows() {
        return rows[PHASES].size() + rows[MARKERS].size();
    }

    @Override
    public void fill(int column, long from, int count, ColumnBuffer out) {
        if (column == kindColumn) {
            out.codesOf(kinds);
        }
        long phases = rows[PHASES].size();
        int ofPhases = Math.clamp(phases - from, 0, count);
        if (ofPhases > 0) {
            rows[PHASES].fill(fillers[PHASES][column], from, 0, ofPhases, out);
        }
        if (ofPhases < count) {
            rows[MARKERS].fill(
                    fillers[MARKERS][column],
                    from + ofPhases - phases,
                    ofPhases,
                    count - ofPhases,
                    out);
        }
    }
}
