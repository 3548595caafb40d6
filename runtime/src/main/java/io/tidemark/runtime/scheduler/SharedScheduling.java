package io.tidemark.runtime.scheduler;

import io.tidemark.abi.TaskId;
import io.tidemark.abi.deps.EdgeFlags;
import io.tidemark.chip.Pacer;
import io.tidemark.runtime.ring.DependencyPool;
import io.tidemark.runtime.task.BodyLinks;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.runtime.team.Completions;
import io.tidemark.runtime.team.CoreActivity;
import io.tidemark.runtime.team.GateOpener;
import io.tidemark.runtime.team.SchedulerPolicy;
import io.tidemark.runtime.team.SchedulerProbe;
import io.tidemark.runtime.team.SchedulerTeam;
import io.tidemark.runtime.team.StallWatch;
import io.tidemark.runtime.team.TaskStates;
import io.tidemark.runtime.team.TeamBoard;
import java.util.function.LongConsumer;

/**
 * The policy of a runtime whose tasks run while others are submitted: all schedulers are equal. Each completes the
 * tasks that its cores finish, notifies the consumers and watches for stalls by itself.
 */
public final class SharedScheduling implements SchedulerPolicy, TaskStates {
    private final TaskTable table;
    private final TeamBoard board;
    private final Pacer pacer;

    public SharedScheduling(TaskTable table, TeamBoard board, Pacer pacer) {
        this.table = table;
        this.board = board;
        this.pacer = pacer;
    }

    @Override
    public int prepare(int scheduler) {
        return 0;
    }

    @Override
    public boolean mayStart(int scheduler) {
        return true;
    }

    @Override
    public Completions completions(int scheduler, GateOpener gates, SchedulerProbe probe) {
        return new TaskCompletion(scheduler, table, board, pacer, gates, probe);
    }

    @Override
    public StallWatch stallWatch(int scheduler, SchedulerTeam team, CoreActivity cores) {
        return new Watchdog(team, cores);
    }

    @Override
    public boolean schedulersRetire() {
        return true;
    }

    @Override
    public TaskStates taskStates() {
        return this;
    }

    @Override
    public boolean areStarted() {
        return true;
    }

    @Override
    public boolean isCompleteAcquire(TaskSlot slot) {
        return slot.isCompleteAcquire();
    }

    @Override
    public void eachUnmet(TaskSlot slot, LongConsumer producers) {
        for (int i = 0; i < slot.inlineEdges(); i++) {
            tellUnmet(slot.edge(i), producers);
        }
        BodyLinks links = slot.links();
        for (int i = 0; links != null && i < links.producers().length; i++) {
            int behind = links.producers()[i];
            long taskId = slot.taskId();
            long producer = TaskId.of(TaskId.ring(taskId), TaskId.local(taskId) - behind);
            tellUnmet(TaskSlot.edgeWord(producer, EdgeFlags.WAIT), producers);
        }
        DependencyPool spill = table.faninSpill(TaskId.ring(slot.taskId()));
        for (int i = 0; i < slot.spillCount(); i++) {
            tellUnmet(spill.consumer((slot.spillFirst() + i) % spill.capacity()), producers);
        }
    }

    private void tellUnmet(long edge, LongConsumer producers) {
        long producer = TaskSlot.edgeProducer(edge);
        TaskSlot other = table.slot(producer);
        boolean isOpen = other.taskId() == producer && !other.isCompleteAcquire();
        if (TaskSlot.waits(edge) && isOpen) {
            producers.accept(producer);
        }
    }
}
