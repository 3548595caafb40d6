package io.tidemark.runtime.scheduler;

import io.tidemark.abi.TaskId;
import io.tidemark.chip.Pacer;
import io.tidemark.runtime.ring.DependencyPool;
import io.tidemark.runtime.task.BodyLinks;
import io.tidemark.runtime.task.TaskRing;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.runtime.team.Completions;
import io.tidemark.runtime.team.GateOpener;
import io.tidemark.runtime.team.SchedulerProbe;
import io.tidemark.runtime.team.TeamBoard;

/**
 * Completes tasks for one scheduler: notifies consumers at once, and gives memory back later, in
 * batches, when there is nothing better to do or the buffer is full. For the thread that steps the
 * scheduler.
 */
final class TaskCompletion implements Completions {
    private static final int DEFERRED = 256;

    private final int scheduler;
    private final TaskTable table;
    private final TeamBoard board;
    private final Pacer pacer;
    private final GateOpener gates;
    private final SchedulerProbe probe; // null when nothing is recorded
    private final SchedulerProbe walks; // null when they are not recorded
    private final TaskSlot[] deferred = new TaskSlot[DEFERRED];
    private int deferredCount;
    private long completed;
    private int ringsToAdvance;

    TaskCompletion(
            int scheduler, TaskTable table, TeamBoard board, Pacer pacer, GateOpener gates, SchedulerProbe probe) {
        this.scheduler = scheduler;
        this.board = board;
        this.table = table;
        this.pacer = pacer;
        this.gates = gates;
        this.probe = probe;
        this.walks = probe != null && probe.wantsWalks() ? probe : null;
    }

    @Override
    public void complete(TaskSlot slot) {
        long node = slot.close();
        if (walks != null && isLong(node, slot.links())) {
            notifyConsumersTimed(node, slot);
        } else if (node != DependencyPool.END || slot.links() != null) {
            recordNotified(notifyConsumers(node, slot));
        }
        board.completed(scheduler, ++completed);
        deferred[deferredCount++] = slot;
        if (deferredCount == DEFERRED) {
            releaseAll();
        }
    }

    @Override
    public boolean releaseIdle() {
        boolean moved = releaseAll();
        if (moved) {
            pacer.wakeCompanion(); // only now: while there is work in hand its nap costs nothing
        }
        return moved;
    }

    @Override
    public boolean releaseAll() {
        for (int i = 0; i < deferredCount; i++) {
            release(deferred[i]);
        }
        deferredCount = 0;
        return advanceRings();
    }

    @Override
    public int deferredCount() {
        return deferredCount;
    }

    @Override
    public boolean advance(int rings) {
        ringsToAdvance |= rings;
        return advanceRings();
    }

    /** Looks ahead. This is safe: the node of a consumer that is not notified yet does not change. */
    private boolean isLong(long first, BodyLinks links) {
        long node = first;
        for (int i = links == null ? 0 : links.consumers().length; i <= SchedulerProbe.SHORT_WALK; i++) {
            if (node == DependencyPool.END) {
                return false;
            }
            node = table.fanout((int) (node >>> 32)).next((int) node);
        }
        return true;
    }

    private void notifyConsumersTimed(long first, TaskSlot slot) {
        long beginTick = walks.walkBegin();
        int consumers = notifyConsumers(first, slot);
        recordNotified(consumers);
        walks.walkEnd(beginTick, consumers);
    }

    private int notifyConsumers(long first, TaskSlot slot) {
        int consumers = 0;
        for (long node = first; node != DependencyPool.END; consumers++) {
            node = notifyConsumer(node);
        }
        return slot.links() == null ? consumers : consumers + notifyBodyConsumers(slot);
    }

    /** The consumers that were submitted together with the task. */
    private int notifyBodyConsumers(TaskSlot slot) {
        TaskRing ring = table.ring(TaskId.ring(slot.taskId()));
        int local = TaskId.local(slot.taskId());
        int[] consumers = slot.links().consumers();
        for (int ahead : consumers) {
            notifyConsumer(ring, local + ahead);
        }
        return consumers.length;
    }

    private void notifyConsumer(TaskRing ring, int local) {
        if (ring.arrive(local)) {
            TaskSlot consumer = ring.slot(local);
            if (!table.route(consumer)) {
                gates.open(consumer);
            }
        }
    }

    private void recordNotified(int consumers) {
        if (probe != null && consumers > 0) {
            probe.told(consumers);
        }
    }

    /**
     * Tells one consumer; returns the next node, read before: the consumer may run and its node be
     * reused.
     */
    private long notifyConsumer(long node) {
        DependencyPool pool = table.fanout((int) (node >>> 32));
        int index = (int) node;
        long next = pool.next(index);
        long consumer = pool.consumer(index);
        notifyConsumer(table.ring(TaskId.ring(consumer)), TaskId.local(consumer));
        return next;
    }

    private void release(TaskSlot slot) {
        if (slot.retainedEdges() > 0) {
            for (int i = 0; i < slot.inlineEdges(); i++) {
                releaseEdge(slot.edge(i));
            }
        }
        if (slot.spillCount() > 0) {
            releaseSpilled(slot);
        }
        if (slot.links() != null) {
            releaseBody(slot);
        }
        long taskId = slot.taskId(); // before the last pin goes: afterwards the slot may be another
        // task's
        if (slot.unpinExecution()) {
            noteUnpinned(taskId);
        }
    }

    private void releaseBody(TaskSlot slot) {
        int ring = TaskId.ring(slot.taskId());
        int local = TaskId.local(slot.taskId());
        for (int behind : slot.links().retained()) {
            unpin(TaskId.of(ring, local - behind));
        }
    }

    private void releaseSpilled(TaskSlot slot) {
        DependencyPool pool = table.faninSpill(TaskId.ring(slot.taskId()));
        int node = slot.spillFirst();
        for (int i = 0; i < slot.spillCount(); i++) {
            releaseEdge(pool.consumer(node));
            node = node + 1 == pool.capacity() ? 0 : node + 1;
        }
    }

    private void releaseEdge(long edge) {
        if (TaskSlot.retains(edge)) {
            unpin(TaskSlot.edgeProducer(edge));
        }
    }

    private void unpin(long producer) {
        if (table.slot(producer).unpin()) {
            noteUnpinned(producer);
        }
    }

    private void noteUnpinned(long taskId) {
        int ring = TaskId.ring(taskId);
        if (table.ring(ring).isReclaimHead(TaskId.local(taskId))) {
            ringsToAdvance |= 1 << ring;
        }
    }

    private boolean advanceRings() {
        boolean moved = false;
        for (int ring = 0; ringsToAdvance != 0; ring++) {
            if ((ringsToAdvance & 1 << ring) != 0) {
                ringsToAdvance &= ~(1 << ring);
                TaskRing taskRing = table.ring(ring);
                moved |= taskRing.advance();
            }
        }
        return moved;
    }
}
