package io.tidemark.runtime.task;

import io.tidemark.memory.tensor.DeviceMemory;
import io.tidemark.runtime.RingSizes;
import io.tidemark.runtime.ring.DependencyPool;
import io.tidemark.runtime.ring.TaskId;
import io.tidemark.runtime.ring.TaskWindow;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Everything about tasks that orchestrator and schedulers share in a run: the four rings, the lists
 * that hang on their tasks, and the ready queues. Kept by a worker from run to run.
 */
public final class TaskTable {
    private static final int LEAST_QUEUE = 64;

    /** Told when a ready task found its queue full. By whoever routes it. */
    @FunctionalInterface
    public interface Overflow {
        void readyQueueFull(TaskSlot task, int capacity);
    }

    private final RingSizes sizes;
    private final TaskRing[] rings = new TaskRing[TaskId.RINGS];
    private final DependencyPool[] fanout = new DependencyPool[TaskId.RINGS];
    private final DependencyPool[] faninSpill = new DependencyPool[TaskId.RINGS];
    private final AtomicInteger advanceRequests = new AtomicInteger();
    private final ReadyQueue[] ready = new ReadyQueue[TaskShape.COUNT];
    private DeviceMemory memory;
    private Overflow overflow;

    /** Ready queues that hold every live task, so that none is ever refused. */
    public TaskTable(RingSizes sizes) {
        this(sizes, Integer.MAX_VALUE);
    }

    /**
     * @param mostReady tasks of one shape that may be ready at once, if that is fewer
     */
    public TaskTable(RingSizes sizes, int mostReady) {
        this.sizes = sizes;
        long tasks = 0;
        for (int ring = 0; ring < TaskId.RINGS; ring++) {
            TaskWindow window = new TaskWindow(sizes.taskWindow(ring));
            tasks += window.mostAlive();
            rings[ring] = new TaskRing(ring, window);
        }
        int all = Math.max(LEAST_QUEUE, Integer.highestOneBit((int) Math.min(tasks, 1 << 29)) << 1);
        int capacity = Math.min(all, mostReady);
        for (int shape = 0; shape < ready.length; shape++) {
            ready[shape] = new ReadyQueue(capacity);
        }
        reset();
    }

    /** Who is told of a full ready queue in the next run; before its threads start. */
    public void onOverflow(Overflow listener) {
        overflow = listener;
    }

    /** As new, for the next run; no thread of the last one may be left. */
    public void reset() {
        overflow = null;
        for (int ring = 0; ring < TaskId.RINGS; ring++) {
            rings[ring].reset();
            int nodes = sizes.dependencyPool(ring);
            fanout[ring] = new DependencyPool(nodes, rings[ring].window());
            faninSpill[ring] = new DependencyPool(nodes, rings[ring].window());
        }
        for (ReadyQueue queue : ready) {
            queue.reset();
        }
        advanceRequests.set(0);
    }

    /** A task as people read it: {@code (ring, local)}. */
    public static String text(long taskId) {
        return taskId == TaskId.NONE
                ? "none"
                : "("
                        + TaskId.ring(taskId)
                        + ", "
                        + Integer.toUnsignedString(TaskId.local(taskId))
                        + ")";
    }

    public RingSizes sizes() {
        return sizes;
    }

    public TaskRing ring(int ring) {
        return rings[ring];
    }

    public TaskSlot slot(long taskId) {
        return rings[TaskId.ring(taskId)].slot(TaskId.local(taskId));
    }

    /** Nodes of fan-out lists, in the pool of the consumer's ring. */
    public DependencyPool fanout(int ring) {
        return fanout[ring];
    }

    /** Fan-in edges beyond those a slot holds itself. */
    public DependencyPool faninSpill(int ring) {
        return faninSpill[ring];
    }

    public ReadyQueue ready(int shape) {
        return ready[shape];
    }

    /**
     * Hands a task without unfinished producers to the schedulers. The one way into a ready queue.
     */
    public void route(TaskSlot slot) {
        int queue = slot.shape();
        if (slot.isPredicated() && !slot.isToRun(memory)) {
            queue = TaskShape.DUMMY.code();
        }
        push(queue, slot);
    }

    /** Puts a task that has blocks left behind the others of its shape. */
    public void putBack(TaskSlot slot) {
        push(slot.shape(), slot);
    }

    /** Puts tasks that were taken in vain back, all or none. */
    public void putBack(int shape, long[] taskIds, int from, int count) {
        if (!ready[shape].pushAll(taskIds, from, count)) {
            refused(shape, slot(taskIds[from]));
        }
    }

    private void push(int queue, TaskSlot slot) {
        if (!ready[queue].push(slot.taskId())) {
            refused(queue, slot);
        }
    }

    private void refused(int queue, TaskSlot slot) {
        assert overflow != null : "ready queue full at " + ready[queue].capacity();
        overflow.readyQueueFull(slot, ready[queue].capacity());
    }

    /** Where predicates find their elements; before the run. */
    public void attach(DeviceMemory runMemory) {
        memory = runMemory;
    }

    /** Asks the schedulers to reclaim on a ring, because a scope closed there. */
    public void requestAdvance(int ring) {
        advanceRequests.getAndUpdate(bits -> bits | 1 << ring);
    }

    /** Rings to reclaim on, as bits; they are the caller's now. */
    public int takeAdvanceRequests() {
        return advanceRequests.get() == 0 ? 0 : advanceRequests.getAndSet(0);
    }

    /** Tasks submitted so far, alloc tasks included. */
    public long submittedAcquire() {
        long sum = 0;
        for (TaskRing ring : rings) {
            sum += ring.submittedAcquire();
        }
        return sum;
    }

    public int readyCount() {
        int sum = 0;
        for (ReadyQueue queue : ready) {
            sum += queue.size();
        }
        return sum;
    }
}
