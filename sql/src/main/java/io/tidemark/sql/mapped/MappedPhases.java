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
    private static final int KINDS = 256; // what lies above is unknown, as the last of these
    private static final int PHASES = 0;
    private static final int MARKERS = 1;
    private static final int LEAST_LEVEL = 3;

    private final Filler[][] fillers; // of phases and of markers, by column
    private final RecordRows[] rows;

    private MappedPhases(SwimlaneFiles files, RecordRows phases, RecordRows markers, TableSpec table) {
        rows = new RecordRows[] {phases, markers};
        fillers = new Filler[2][table.columns().size()];
        TextDictionary kinds = kinds();
        Filler lanes = (records, to, out) -> records.fillLanes(out, to, lane -> lane);
        Filler nulls = (records, to, out) -> {
            for (int i = 0; i < records.size(); i++) {
                out.putNull(to + i);
            }
        };
        put(table, "thread", lanes, lanes);
        put(table, "phase", kinds(SchedPhaseRecord.KIND, kinds), kinds(MarkerRecord.KIND, kinds));
        put(
                table,
                "start_ns",
                TickFiller.of(files, SchedPhaseRecord.START_TICK),
                TickFiller.of(files, MarkerRecord.TICK));
        put(table, "end_ns", TickFiller.of(files, SchedPhaseRecord.END_TICK), TickFiller.of(files, MarkerRecord.TICK));
        put(table, "loop", counts(SchedPhaseRecord.LOOP_ITERATION), counts(MarkerRecord.LOOP_ITERATION));
        put(
                table,
                "tasks",
                counts(SchedPhaseRecord.TASKS_PROCESSED),
                (records, to, out) -> Arrays.fill(out.words, to, to + records.size(), 1));
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

    private static Filler kinds(U32 kind, TextDictionary kinds) {
        return (records, to, out) -> {
            out.codesOf(kinds);
            for (int i = 0; i < records.size(); i++) {
                out.words[to + i] = Math.min(records.get(kind, i), KINDS - 1);
            }
        };
    }

    private static Filler counts(U32 count) {
        return (records, to, out) -> {
            for (int i = 0; i < records.size(); i++) {
                out.putUnlessNegative(to + i, (int) records.get(count, i));
            }
        };
    }

    private static Filler pops(U32 pops) {
        return (records, to, out) -> {
            for (int i = 0; i < records.size(); i++) {
                boolean dispatches = records.get(SchedPhaseRecord.KIND, i) == SchedPhaseKind.DISPATCH.code();
                out.putUnlessNegative(to + i, dispatches ? (int) records.get(pops, i) : -1);
            }
        };
    }

    private static void fillTasks(RecordBlock records, int to, ColumnBuffer out) {
        for (int i = 0; i < records.size(); i++) {
            out.putUnlessNegative(to + i, records.get(MarkerRecord.TASK_ID, i));
        }
    }

    /** Empty for a capture that only its readers can read. */
    public static Optional<MappedPhases> open(SqlCapture capture, TableSpec table) {
        Optional<SwimlaneFiles> files = SwimlaneFiles.of(capture).filter(any -> any.level() >= LEAST_LEVEL);
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
        return wanted.stream().allMatch(index -> index <= TableDefinition.RANK || fillers[PHASES][index] != null);
    }

    @Override
    public long rows() {
        return rows[PHASES].size() + rows[MARKERS].size();
    }

    @Override
    public Cursor cursor() {
        return new BothCursor();
    }

    /** A window that may begin in one file and end in the other. */
    private final class BothCursor implements Cursor {
        private final RecordBlock phases = rows[PHASES].block();
        private final RecordBlock markers = rows[MARKERS].block();

        @Override
        public void move(long from, int count) {
            long all = rows[PHASES].size();
            int ofPhases = Math.clamp(all - from, 0, count);
            rows[PHASES].read(from, ofPhases, phases);
            rows[MARKERS].read(from + ofPhases - all, count - ofPhases, markers);
        }

        @Override
        public void fill(int column, ColumnBuffer out) {
            fillers[PHASES][column].fill(phases, 0, out);
            fillers[MARKERS][column].fill(markers, phases.size(), out);
        }
    }
}
