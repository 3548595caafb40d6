package io.tidemark.runtime.task;

import io.tidemark.abi.TaskId;
import io.tidemark.chip.TimeModel;
import io.tidemark.memory.tensor.DeviceMemory;
import io.tidemark.runtime.RingSizes;
import io.tidemark.runtime.ring.DependencyPool;
import io.tidemark.runtime.ring.TaskWindow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongUnaryOperator;

/**
 * Everything about tasks that orchestrator and schedulers share in a run: the four rings, the lists
 * that hang on their tasks, and the ready queues. Kept by a worker from run to run.
 */
public final class TaskTable {
    /** Most tasks of one shape that wait to be staged; those beyond are not staged. */
    public static final int CANDIDATES = 256;

    private static final int LEAST_QUEUE = 64;

    /** Called by the thread that routes a ready task, when its queue was full. */
    @FunctionalInterface
    public interface Overflow {
        void readyQueueFull(TaskSlot task, int capacity);
    }

    private final RingSizes sizes;
    private final ReadyQueue.Kind kind;
    private final TaskRing[] rings = new TaskRing[TaskId.RINGS];
    private final DependencyPool[] fanout = new DependencyPool[TaskId.RINGS];
    private final DependencyPool[] faninSpill = new DependencyPool[TaskId.RINGS];
    private final AtomicInteger advanceRequests = new AtomicInteger();
    private final ReadyQueue[] ready = new ReadyQueue[TaskShape.COUNT];
    private final ReadyQueue cohorts;
    private final ReadyQueue[] candidates = new ReadyQueue[TaskShape.COUNT];
    private volatile boolean hadCandidates;
    private DeviceMemory memory;
    private Overflow overflow;
    private HeldTasks held; // null if ready tasks are ready at once

    /** Ready queues that hold every live task, so that none is ever refused. */
    public TaskTable(RingSizes sizes) {
        this(sizes, Integer.MAX_VALUE, ReadyQueue.Kind.SHARED);
    }

    /**
     * @param mostReady tasks of one shape that may be ready at once, if that is fewer
     * @param kind of the ready queues
     */
    public TaskTable(RingSizes sizes, int mostReady, ReadyQueue.Kind kind) {
        this.sizes = sizes;
        this.kind = kind;
        long tasks = 0;
        for (int ring = 0; ring < TaskId.RINGS; ring++) {
            TaskWindow window = new TaskWindow(sizes.taskWindow(ring));
            tasks += window.mostAlive();
            rings[ring] = new TaskRing(ring, window);
        }
        int all = Math.max(LEAST_QUEUE, Integer.highestOneBit((int) Math.min(tasks, 1 << 29)) << 1);
        int capacity = Math.min(all, mostReady);
        ReadyQueue.Kind plain = kind == ReadyQueue.Kind.PRIORITIZED ? ReadyQueue.Kind.SHARED : kind;
        for (int shape = 0; shape < ready.length; shape++) {
            ready[shape] = ReadyQueue.of(kind, capacity, taskId -> slot(taskId).priority());
            candidates[shape] = ReadyQueue.of(plain, CANDIDATES, null);
        }
        cohorts = ReadyQueue.of(plain, capacity, null);
        reset();
    }

    /** Sets the listener for a full ready queue in the next run; call it before its threads start. */
    public void onOverflow(Overflow listener) {
        overflow = listener;
    }

    /**
     * In the next run, in virtual time, a task is ready only so long after its producers are done.
     *
     * @param picosByTask by task id
     */
    public void hold(TimeModel time, LongUnaryOperator picosByTask) {
        held = new HeldTasks(this, time, picosByTask);
    }

    /** As new, for the next run; no thread of the last one may be left. */
    public void reset() {
        overflow = null;
        held = null;
        for (int ring = 0; ring < TaskId.RINGS; ring++) {
            rings[ring].reset();
            int nodes = sizes.dependencyPool(ring);
            fanout[ring] = new DependencyPool(nodes, rings[ring].window());
            faninSpill[ring] = new DependencyPool(nodes, rings[ring].window());
        }
        for (int shape = 0; shape < TaskShape.COUNT; shape++) {
            ready[shape].reset();
            candidates[shape].reset();
        }
        cohorts.reset();
        hadCandidates = false;
        advanceRequests.set(0);
    }

    /** A task as people read it: {@code (ring, local)}. */
    public static String text(long taskId) {
        return taskId == TaskId.NONE
                ? "none"
                : "(" + TaskId.ring(taskId) + ", " + Integer.toUnsignedString(TaskId.local(taskId)) + ")";
    }

    public RingSizes sizes() {
        return sizes;
    }

    /** Of its ready queues. */
    public ReadyQueue.Kind kind() {
        return kind;
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

    /** Ready tasks whose blocks start together, of every shape. */
    public ReadyQueue cohorts() {
        return cohorts;
    }

    /**
     * Tasks of a shape that may be staged before they are ready. Cohorts use the DUMMY queue. Entries may be stale;
     * claim a task before using it.
     */
    public ReadyQueue candidates(int shape) {
        return candidates[shape];
    }

    /** Candidates whose blocks start together. */
    public ReadyQueue cohortCandidates() {
        return candidates[TaskShape.DUMMY.code()];
    }

    /**
     * Hands a task without unfinished producers to the schedulers. False when it was a candidate
     * for staging: then the caller has to open its gate.
     */
    public boolean route(TaskSlot slot) {
        if (!slot.isPlain() && slot.isStageable() && slot.gate().release()) {
            return false;
        }
        push(slot);
        return true;
    }

    /** Puts a ready task where dispatchers look for it. */
    public void push(TaskSlot slot) {
        if (held != null && held.holds(slot)) {
            return;
        }
        ReadyQueue queue = ready[slot.shape()];
        if (slot.isPredicated() && !slot.isToRun(memory)) {
            queue = ready[TaskShape.DUMMY.code()];
        } else if (slot.isSyncStart()) {
            queue = cohorts;
        }
        push(queue, slot);
    }

    /** Puts a task that has blocks left behind the others of its shape. */
    public void putBack(TaskSlot slot) {
        push(ready[slot.shape()], slot);
    }

    /** Puts back tasks that were taken but not placed, all or none. */
    public void putBack(int shape, long[] taskIds, int from, int count) {
        if (!ready[shape].pushAll(taskIds, from, count)) {
            refused(ready[shape], slot(taskIds[from]));
        }
    }

    private void push(ReadyQueue queue, TaskSlot slot) {
        if (!queue.push(slot.taskId())) {
            refused(queue, slot);
        }
    }

    private void refused(ReadyQueue queue, TaskSlot slot) {
        assert overflow != null : "ready queue full at " + queue.capacity();
        overflow.readyQueueFull(slot, queue.capacity());
    }

    /** Offers a task for staging. When there is no place it is dispatched later, as any other. */
    public void offerCandidate(TaskSlot slot) {
        ReadyQueue queue = slot.isSyncStart() ? cohortCandidates() : candidates[slot.shape()];
        if (slot.gate().tryStage() && !queue.push(slot.taskId())) {
            slot.gate().withdraw();
        }
        if (!hadCandidates) {
            hadCandidates = true;
        }
    }

    /** False costs a scheduler nothing more than this look. */
    public boolean hasHadCandidates() {
        return hadCandidates;
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
        int sum = cohorts.size();
        for (ReadyQueue queue : ready) {
            sum += queue.size();
        }
        return sum;
    }
}
