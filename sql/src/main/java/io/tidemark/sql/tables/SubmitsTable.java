package io.tidemark.sql.tables;

import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.Timeline;
import io.tidemark.capture.swimlane.SubmitPhases;
import io.tidemark.capture.swimlane.SwimlaneTable;
import io.tidemark.sql.mapped.MappedSubmits;
import io.tidemark.sql.table.ColumnBuffer;
import io.tidemark.sql.table.SqlCapture;
import io.tidemark.sql.table.TableDefinition;

/** The table submits: its columns, their meaning and where they come from. Stateless. */
final class SubmitsTable {
    private static final String NS = "ns";

    private SubmitsTable() {}

    static TableDefinition<CaptureModel> definition() {
        return TableDefinition.named(
                        "submits",
                        "One row per submit of the orchestrator, on the chip or on the host.",
                        SqlCapture::run,
                        run -> submitRows(run.table()).size())
                .bigint(
                        "task_id",
                        "id",
                        "the task it made, null where not recorded",
                        (run, row, out, at) -> out.putUnlessNegative(
                                at, submitRows(run.table()).taskId(row)))
                .bigint(
                        "submit",
                        "count",
                        "how many calls came before it",
                        (run, row, out, at) ->
                                out.put(at, submitRows(run.table()).submitIndex(row)))
                .text(
                        "phase",
                        "orch_submit, or a step of a submit in captures before June 2026",
                        (run, row, out, at) ->
                                out.put(at, submitRows(run.table()).phase(row)))
                .bigint(
                        "start_ns",
                        NS,
                        "entry",
                        (run, row, out, at) ->
                                submitTime(run, out, at, submitRows(run.table()).start(row)))
                .bigint(
                        "end_ns",
                        NS,
                        "return",
                        (run, row, out, at) ->
                                submitTime(run, out, at, submitRows(run.table()).end(row)))
                .flag(
                        "on_host",
                        "the host submitted it",
                        (run, row, out, at) -> out.put(at, run.table().isHostOrchestrated()))
                .mapped(MappedSubmits::open);
    }

    private static SubmitPhases submitRows(SwimlaneTable table) {
        return table.isHostOrchestrated() ? table.hostSubmits() : table.orchestratorSubmits();
    }

    private static void submitTime(CaptureModel run, ColumnBuffer out, int at, long stamp) {
        Timeline axis = run.axis();
        boolean onHost = run.table().isHostOrchestrated();
        out.putIf(at, stamp > 0, onHost ? axis.hostNanos(stamp) : axis.nanos(stamp));
    }
}
