package io.tidemark.sql.tables;

import io.tidemark.capture.Capture;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.sql.mapped.MappedTasks;
import io.tidemark.sql.table.TableDefinition;

/** The table tasks: its columns, their meaning and where they come from. Stateless. */
final class TasksTable {
    private TasksTable() {}

    static TableDefinition<DependencyGraph> definition() {
        return TableDefinition.named(
                        "tasks",
                        "One row per node of the dependency graph: submitted tasks, and"
                                + " allocations that edges name. 'runs' says when they ran.",
                        capture -> capture.part(Capture::dependencies),
                        DependencyGraph::nodeCount)
                .bigint("task_id", "id", "the task", (graph, row, out, at) -> out.put(at, graph.taskId(row)))
                .integer(
                        "ring",
                        "",
                        "the ring it lies in: the high half of the id",
                        (graph, row, out, at) -> out.put(at, graph.taskId(row) >>> 32))
                .bigint(
                        "position",
                        "",
                        "its place in the ring: the low half of the id",
                        (graph, row, out, at) -> out.put(at, graph.taskId(row) & 0xFFFF_FFFFL))
                .text(
                        "kind",
                        "submit, dummy (no kernel) or alloc (known from edges only)",
                        (graph, row, out, at) -> out.putWord(at, graph.kind(row)))
                .integer(
                        "func_id",
                        "id",
                        "its first kernel, null where it has none",
                        (graph, row, out, at) ->
                                out.putUnlessNegative(at, graph.hasKernels(row) ? graph.firstKernel(row) : -1))
                .integer(
                        "blocks",
                        "count",
                        "cores of one kind that it asked for, null for allocations",
                        (graph, row, out, at) ->
                                out.putUnlessNegative(at, row < graph.taskCount() ? graph.blockCount(row) : -1))
                .mapped(MappedTasks::open);
    }
}
