package io.tidemark.sql.tables;

import io.tidemark.capture.Capture;
import io.tidemark.capture.scope.ScopeTable;
import io.tidemark.sql.table.ColumnBuffer;
import io.tidemark.sql.table.TableDefinition;
import java.util.List;

/** The table scopes: its columns, their meaning and where they come from. Stateless. */
final class ScopesTable {
    private ScopesTable() {}

    static TableDefinition<ScopeTable> definition() {
        return TableDefinition.named(
                        "scopes",
                        "One row per sample of a ring, taken when a scope began or ended. A start"
                                + " is the reclaim side, an end the allocation side.",
                        capture -> capture.part(Capture::scopes),
                        ScopeTable::size)
                .text(
                        "site",
                        "source line that opened the scope",
                        (scopes, row, out, at) -> out.put(at, scopes.site(row)))
                .text(
                        "phase",
                        "begin or end",
                        (scopes, row, out, at) -> out.put(at, scopes.isBegin(row) ? "begin" : "end"))
                .integer("depth", "count", "scopes around it", (scopes, row, out, at) -> out.put(at, scopes.depth(row)))
                .integer("ring", "", "ring of its tasks", (scopes, row, out, at) -> out.put(at, scopes.ring(row)))
                .bigint(
                        "task_start",
                        "",
                        "oldest task that is not reclaimed",
                        (scopes, row, out, at) -> out.put(at, scopes.taskStart(row)))
                .bigint("task_end", "", "next task", (scopes, row, out, at) -> out.put(at, scopes.taskEnd(row)))
                .bigint(
                        "heap_start",
                        "bytes",
                        "bytes ever taken back",
                        (scopes, row, out, at) -> out.put(at, scopes.heapStartBytes(row)))
                .bigint(
                        "heap_end",
                        "bytes",
                        "bytes ever handed out",
                        (scopes, row, out, at) -> out.put(at, scopes.heapEndBytes(row)))
                .bigint(
                        "dep_pool_start",
                        "",
                        "dependency nodes taken back, null where not recorded",
                        (scopes, row, out, at) ->
                                out.putUnlessNegative(at, scopes.hasDepPool() ? scopes.depPoolStart(row) : -1))
                .bigint(
                        "dep_pool_end",
                        "",
                        "dependency nodes handed out, null where not recorded",
                        (scopes, row, out, at) ->
                                out.putUnlessNegative(at, scopes.hasDepPool() ? scopes.depPoolEnd(row) : -1))
                .bigint(
                        "tensor_map",
                        "count",
                        "entries of the tensor map in use",
                        (scopes, row, out, at) -> out.put(at, scopes.tensorMap(row)))
                .bigint(
                        "task_window",
                        "count",
                        "capacity of the ring in tasks, null where not recorded",
                        (scopes, row, out, at) ->
                                capacity(out, at, scopes.header().taskWindowMax(), scopes.ring(row)))
                .bigint(
                        "heap_capacity",
                        "bytes",
                        "capacity of the ring's heap, null where not recorded",
                        (scopes, row, out, at) ->
                                capacity(out, at, scopes.header().heapMaxBytes(), scopes.ring(row)));
    }

    private static void capacity(ColumnBuffer out, int at, List<Long> byRing, int ring) {
        out.putUnlessNegative(at, ring >= 0 && ring < byRing.size() ? byRing.get(ring) : -1);
    }
}
