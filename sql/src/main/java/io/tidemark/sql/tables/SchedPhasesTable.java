package io.tidemark.sql.tables;

import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.swimlane.SchedulerPhases;
import io.tidemark.sql.mapped.MappedPhases;
import io.tidemark.sql.table.ColumnBuffer;
import io.tidemark.sql.table.SqlCapture;
import io.tidemark.sql.table.TableDefinition;

/** The table sched_phases: its columns, their meaning and where they come from. Stateless. */
final class SchedPhasesTable {
    private static final String NS = "ns";

    private SchedPhasesTable() {}

    static TableDefinition<CaptureModel> definition() {
        return TableDefinition.named(
                        "sched_phases",
                        "One row per stretch of work or marker of a scheduler thread.",
                        SqlCapture::run,
                        run -> run.table().schedulerPhases().size())
                .integer("thread", "", "scheduler thread", (run, row, out, at) -> out.put(at, lane(phases(run), row)))
                .text(
                        "phase",
                        "what it did",
                        (run, row, out, at) -> out.put(at, phases(run).kindName(row)))
                .bigint(
                        "start_ns",
                        NS,
                        "begin",
                        (run, row, out, at) -> tick(run, out, at, phases(run).startTick(row)))
                .bigint(
                        "end_ns",
                        NS,
                        "end; the same for a marker",
                        (run, row, out, at) -> tick(run, out, at, phases(run).endTick(row)))
                .bigint(
                        "loop",
                        "count",
                        "turn of the scheduler's loop",
                        (run, row, out, at) -> out.put(at, phases(run).loopIteration(row)))
                .integer(
                        "tasks",
                        "count",
                        "tasks that it handled, null where not recorded",
                        (run, row, out, at) -> out.putUnlessNegative(
                                at, phases(run).hasCount(row) ? phases(run).tasksProcessed(row) : -1))
                .integer(
                        "pop_hits",
                        "count",
                        "pops of the ready queue that found work; dispatch only",
                        (run, row, out, at) -> out.putUnlessNegative(
                                at, phases(run).hasPops(row) ? phases(run).popHits(row) : -1))
                .integer(
                        "pop_misses",
                        "count",
                        "pops that found nothing; dispatch only",
                        (run, row, out, at) -> out.putUnlessNegative(
                                at, phases(run).hasPops(row) ? phases(run).popMisses(row) : -1))
                .bigint(
                        "task_id",
                        "id",
                        "the task of a marker, else null",
                        (run, row, out, at) -> out.putUnlessNegative(
                                at, phases(run).hasTask(row) ? phases(run).taskId(row) : -1))
                .mapped(MappedPhases::open);
    }

    private static SchedulerPhases phases(CaptureModel run) {
        return run.table().schedulerPhases();
    }

    private static int lane(SchedulerPhases phases, int row) {
        int low = 0;
        int high = phases.laneCount() - 1;
        while (low < high) { // the last lane that begins at or before the row
            int middle = (low + high + 1) >>> 1;
            if (phases.laneBegin(middle) <= row) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    private static void tick(CaptureModel run, ColumnBuffer out, int at, long tick) {
        out.putIf(at, tick > 0, run.axis().nanos(tick));
    }
}
