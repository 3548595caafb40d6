package io.tidemark.sql.tables;

import io.tidemark.capture.Capture;
import io.tidemark.capture.pmu.PmuTable;
import io.tidemark.sql.table.TableDefinition;
import java.util.Arrays;

/** The table counters: its columns, their meaning and where they come from. Stateless. */
final class CountersTable {
    /** One counter of one subtask. */
    private record Counters(PmuTable table, int[] rows, int[] counters) {
        static Counters of(PmuTable table) {
            int width = table.counterNames().size();
            int count = 0;
            int[] rows = new int[table.size() * width];
            int[] counters = new int[table.size() * width];
            for (int row = 0; row < table.size(); row++) {
                for (int counter = 0; counter < width; counter++) {
                    if (table.hasCounter(row, counter)) {
                        rows[count] = row;
                        counters[count++] = counter;
                    }
                }
            }
            return new Counters(table, Arrays.copyOf(rows, count), Arrays.copyOf(counters, count));
        }

        int size() {
            return rows.length;
        }
    }

    private CountersTable() {}

    static TableDefinition<Counters> definition() {
        return TableDefinition.named(
                        "counters",
                        "One row per performance counter of a subtask. A counter that the platform"
                                + " does not have has no row.",
                        capture -> capture.part(Capture::pmu).map(Counters::of),
                        Counters::size)
                .bigint(
                        "task_id",
                        "id",
                        "the task",
                        (all, row, out, at) -> out.put(at, all.table.taskId(all.rows[row])))
                .integer("core", "", "where it ran", (all, row, out, at) -> out.put(at, all.table.core(all.rows[row])))
                .integer(
                        "thread",
                        "",
                        "scheduler of the core",
                        (all, row, out, at) -> out.put(at, all.table.thread(all.rows[row])))
                .integer(
                        "func_id",
                        "id",
                        "the kernel",
                        (all, row, out, at) -> out.putUnlessNegative(at, all.table.functionId(all.rows[row])))
                .bigint(
                        "total_cycles",
                        "ticks",
                        "from entry to return",
                        (all, row, out, at) -> out.put(at, all.table.totalCycles(all.rows[row])))
                .integer(
                        "event",
                        "",
                        "number of the event group",
                        (all, row, out, at) -> out.put(at, all.table.eventType(all.rows[row])))
                .text(
                        "counter",
                        "name of the counter",
                        (all, row, out, at) ->
                                out.put(at, all.table.counterNames().get(all.counters[row])))
                .bigint(
                        "value",
                        "count",
                        "its value",
                        (all, row, out, at) -> out.put(at, all.table.counter(all.rows[row], all.counters[row])));
    }
}
