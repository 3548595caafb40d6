package io.tidemark.sql.mapped;

import io.tidemark.abi.swimlane.OrchPhaseRecord;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.capture.swimlane.SubmitPhases;
import io.tidemark.sql.mapped.RecordRows.Filler;
import io.tidemark.sql.table.ColumnBuffer;
import io.tidemark.sql.table.MappedSource;
import io.tidemark.sql.table.SqlCapture;
import io.tidemark.sql.table.TableDefinition;
import io.tidemark.sql.table.TableSpec;
import io.tidemark.sql.table.TextDictionary;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * The submits of an orchestrator on the chip, straight from the mapped file. Immutable; any thread.
 */
public final class MappedSubmits implements MappedSource {
    private static final int RECORD_BYTES = OrchPhaseRecord.LAYOUT.sizeBytes();

    private final Filler[] fillers;
    private final RecordRows rows;
    private final TextDictionary phases = new TextDictionary(List.of(SubmitPhases.SUBMIT));
    private final int phaseColumn;

    private MappedSubmits(SwimlaneFiles files, RecordRows rows, TableSpec table) {
        this.rows = rows;
        phaseColumn = table.column("phase");
        fillers = new Filler[table.columns().size()];
        fillers[table.column("task_id")] =
                (records, lane, to, count, out) -> {
                    for (int i = 0; i < count; i++) {
                        out.putUnlessNegative(
                                to + i,
                                OrchPhaseRecord.TASK_ID.get(records, (long) i * RECORD_BYTES));
                    }
                };
        fillers[table.column("submit")] =
                (records, lane, to, count, out) -> {
                    for (int i = 0; i < count; i++) {
                        out.put(
                                to + i,
                                OrchPhaseRecord.SUBMIT_INDEX.get(records, (long) i * RECORD_BYTES));
                    }
                };
        Filler zeros = (records, lane, to, count, out) -> Arrays.fill(out.words, to, to + count, 0);
        fillers[phaseColumn] = zeros;
        fillers[table.column("on_host")] = zeros;
        fillers[table.column("start_ns")] =
                TickFiller.of(files, OrchPhaseRecord.START_TICK, RECORD_BYTES);
        fillers[table.column("end_ns")] =
                TickFiller.of(files, OrchPhaseRecord.END_TICK, RECORD_BYTES);
    }

    /** Empty for a capture that only its readers can read. */
    public static Optional<MappedSubmits> open(SqlCapture capture, TableSpec table) {
        return SwimlaneFiles.of(capture.directory())
                .flatMap(
                        files ->
                                files.open(SwimlaneStream.AICPU_ORCH_PHASE, 1)
                                        .map(rows -> new MappedSubmits(files, rows, table)));
    }

    @Override
    public boolean holds(BitSet wanted) {
        return wanted.stream()
                .allMatch(index -> index <= TableDefinition.RANK || fillers[index] != null);
    }

    @Override
    public long rows() {
        return rows.size();
    }

    @Override
    public void fill(int column, long from, int count, ColumnBuffer out) {
        if (column == phaseColumn) {
            out.codesOf(phases);
        }
        rows.fill(fillers[column], from, 0, count, out);
    }
}
