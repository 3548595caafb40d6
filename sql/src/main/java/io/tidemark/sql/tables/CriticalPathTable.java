package io.tidemark.sql.tables;

import io.tidemark.analysis.criticalpath.CriticalPathReport;
import io.tidemark.analysis.criticalpath.PathStep;
import io.tidemark.sql.table.TableDefinition;
import java.util.List;

/** The table critical_path: its columns, their meaning and where they come from. Stateless. */
final class CriticalPathTable {
    private static final String NS = "ns";

    private CriticalPathTable() {}

    static TableDefinition<List<PathStep>> definition() {
        return TableDefinition.named(
                        "critical_path",
                        "The observed critical path, one row per step, as 'critical-path' has it.",
                        capture -> capture.criticalPath().map(CriticalPathReport::steps),
                        List::size)
                .integer("step", "count", "from 0", (path, row, out, at) -> out.put(at, row))
                .bigint(
                        "task_id",
                        "id",
                        "the task",
                        (path, row, out, at) -> out.put(at, path.get(row).taskId()))
                .text(
                        "name",
                        "name of the task",
                        (path, row, out, at) -> out.put(at, path.get(row).name()))
                .integer(
                        "core",
                        "",
                        "where it ran",
                        (path, row, out, at) -> out.put(at, path.get(row).core()))
                .bigint(
                        "compute_ns",
                        NS,
                        "what the step adds to the path by computing",
                        (path, row, out, at) -> out.put(at, path.get(row).compute()))
                .bigint(
                        "stall_ns",
                        NS,
                        "what the step adds by waiting before it",
                        (path, row, out, at) -> out.put(at, path.get(row).stall()))
                .text(
                        "link",
                        "what released it last: dependency, core or begin",
                        (path, row, out, at) -> out.put(at, path.get(row).link().key()));
    }
}
