package io.tidemark.runtime.hostgraph;

import io.tidemark.chip.CoreProbe;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.runtime.team.SchedulerProbe;
import io.tidemark.runtime.timing.TimingSlots;

/**
 * The probe of a core that may take tasks itself. For another core the scheduler reports a dispatch and its end; for
 * such a core both are reported when the record comes. So the room for records is checked as usual. For the thread that
 * steps the core and its scheduler.
 */
public final class TakenTaskProbe extends CoreProbe.Forwarding {
    private final SchedulerProbe scheduler;
    private final TaskTable table;
    private final TimingSlots timing; // of the scheduler
    private final int core;
    private boolean isAnnounced;
    private long dispatchTick;
    private long finishTick;
    private boolean isTold; // dispatch and finish, by the core
    private int cycles; // of the kernel; it took one at least

    public TakenTaskProbe(CoreProbe inner, SchedulerProbe scheduler, TaskTable table, TimingSlots timing, int core) {
        super(inner);
        this.scheduler = scheduler;
        this.table = table;
        this.timing = timing;
        this.core = core;
    }

    @Override
    public boolean tryAnnounce(int token, long taskId) {
        if (isAnnounced) {
            return true;
        }
        TaskSlot task = table.slot(taskId);
        if (!scheduler.hasRoom()) {
            return false;
        }
        dispatchTick = scheduler.dispatch(core, token, task);
        isAnnounced = true;
        return true;
    }

    @Override
    public void taken(long takenTick, long toldTick) {
        dispatchTick = takenTick;
        finishTick = toldTick;
        isTold = true;
    }

    @Override
    public void countedCycles(int counted) {
        cycles = counted;
    }

    @Override
    public void commit(int token, long taskId, int functionId, long receiveTick, long startTick, long endTick) {
        super.commit(token, taskId, functionId, receiveTick, startTick, endTick);
        if (isAnnounced) {
            isAnnounced = false;
            scheduler.observed(core, token);
            TaskSlot task = table.slot(taskId);
            if (isTold) {
                isTold = false;
                time(task);
                scheduler.completeTaken(core, token, task, dispatchTick, finishTick);
            } else {
                scheduler.complete(core, token, task, dispatchTick);
            }
            if (cycles != 0) {
                scheduler.countedCycles(core, task, startTick, endTick, cycles);
                cycles = 0;
            }
        }
    }

    private void time(TaskSlot task) {
        if (task.isTimed()) {
            timing.dispatched(task.timingSlot(), dispatchTick);
            if (finishTick != CoreProbe.NOT_FINISHED) {
                timing.finished(task.timingSlot(), finishTick);
            }
        }
    }
}
