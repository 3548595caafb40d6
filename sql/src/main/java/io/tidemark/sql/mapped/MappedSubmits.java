package io.tidemark.sql.mapped;

import io.tidemark.abi.swimlane.OrchPhaseRecord;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.capture.swimlane.SubmitPhases;
import io.tidemark.sql.mapped.RecordRows.Filler;
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
    private final Filler[] fillers;
    private final RecordRows rows;

    private MappedSubmits(SwimlaneFiles files, RecordRows rows, TableSpec table) {
        this.rows = rows;
        fillers = new Filler[table.columns().size()];
        fillers[table.column("task_id")] = (records, to, out) -> {
            for (int i = 0; i < records.size(); i++) {
                out.putUnlessNegative(to + i, records.get(OrchPhaseRecord.TASK_ID, i));
            }
        };
        fillers[table.column("submit")] = (records, to, out) -> {
            for (int i = 0; i < records.size(); i++) {
                out.put(to + i, records.get(OrchPhaseRecord.SUBMIT_INDEX, i));
            }
        };
        TextDictionary phases = new TextDictionary(List.of(SubmitPhases.SUBMIT));
        Filler zeros = (records, to, out) -> Arrays.fill(out.words, to, to + records.size(), 0);
        fillers[table.column("phase")] = (records, to, out) -> {
            out.codesOf(phases);
            zeros.fill(records, to, out);
        };
        fillers[table.column("on_host")] = zeros;
        fillers[table.column("start_ns")] = TickFiller.of(files, OrchPhaseRecord.START_TICK);
        fillers[table.column("end_ns")] = TickFiller.of(files, OrchPhaseRecord.END_TICK);
    }

    /** Empty for a capture that only its readers can read. */
    public static Optional<MappedSubmits> open(SqlCapture capture, TableSpec table) {
        return SwimlaneFiles.of(capture)
                .flatMap(files -> files.open(SwimlaneStream.AICPU_ORCH_PHASE, 1)
                        .map(rows -> new MappedSubmits(files, rows, table)));
    }

    @Override
    public boolean holds(BitSet wanted) {
        return wanted.stream().allMatch(index -> index <= TableDefinition.RANK || fillers[index] != null);
    }

    @Override
    public long rows() {
        return rows.size();
    }

    @Override
    public Cursor cursor() {
        return new RecordCursor(rows, fillers);
    }
}
