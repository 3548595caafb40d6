package io.tidemark.sql.tables;

import io.tidemark.capture.model.CaptureModel;
import io.tidemark.sql.mapped.MappedRuns;
import io.tidemark.sql.table.SqlCapture;
import io.tidemark.sql.table.TableDefinition;

/** The table runs: its columns, their meaning and where they come from. Stateless. */
final class RunsTable {
    private static final String NS = "ns";

    private RunsTable() {}

    static TableDefinition<CaptureModel> definition() {
        return TableDefinition.named(
                        "runs",
                        "One row per kernel run on a core, as the core timed it.",
                        SqlCapture::run,
                        run -> run.runs().size())
                .bigint(
                        "task_id",
                        "id",
                        "the task; repeats if a task runs on several cores",
                        (run, row, out, at) -> out.put(at, run.runs().taskId(row)))
                .integer(
                        "core",
                        "",
                        "where it ran",
                        (run, row, out, at) -> out.put(at, run.runs().core(row)))
                .text(
                        "core_type",
                        "aic or aiv",
                        (run, row, out, at) ->
                                out.put(at, run.runs().coreType(row).word()))
                .integer(
                        "func_id",
                        "id",
                        "the kernel, null where nothing names it",
                        (run, row, out, at) ->
                                out.putUnlessNegative(at, run.runs().kernel(row)))
                .listedText(
                        "kernel",
                        "name of the kernel; f and its number without a name, else unknown kernel",
                        (run, row, out, at) ->
                                out.put(at, run.names().of(run.runs().kernel(row))))
                .bigint(
                        "start_ns",
                        NS,
                        "entry to the kernel, null without a stamp",
                        (run, row, out, at) -> out.putIf(
                                at, run.runs().isTimed(row), run.runs().start(row)))
                .bigint(
                        "end_ns",
                        NS,
                        "return from the kernel, null without a stamp",
                        (run, row, out, at) -> out.putIf(
                                at, run.runs().isTimed(row), run.runs().end(row)))
                .bigint("dur_ns", NS, "end_ns - start_ns", (run, row, out, at) -> {
                    if (run.runs().isTimed(row)) {
                        out.put(at, run.runs().end(row) - run.runs().start(row));
                    } else {
                        out.putNull(at);
                    }
                })
                .flag(
                        "failed",
                        "its kernel threw",
                        (run, row, out, at) -> out.put(at, run.runs().isFailed(row)))
                .bigint(
                        "receive_ns",
                        NS,
                        "when the core read its dispatch register",
                        (run, row, out, at) -> out.putIf(
                                at, run.runs().isTimed(row), run.runs().receive(row)))
                .bigint(
                        "dispatch_ns",
                        NS,
                        "write of the dispatch register, null where the scheduler left no stamp",
                        (run, row, out, at) -> out.putIf(
                                at, run.runs().hasDispatch(row), run.runs().dispatch(row)))
                .bigint(
                        "finish_ns",
                        NS,
                        "when the scheduler saw the end, null without a stamp",
                        (run, row, out, at) -> out.putIf(
                                at, run.runs().hasFinish(row), run.runs().finish(row)))
                .mapped(MappedRuns::open);
    }
}
