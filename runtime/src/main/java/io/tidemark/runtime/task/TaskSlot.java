package io.tidemark.runtime.task;

import io.tidemark.memory.tensor.DeviceMemory;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.MixedKernels;
import io.tidemark.runtime.ring.DependencyPool;
import io.tidemark.runtime.ring.TaskId;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * One task while it lives: one object per window slot, reused from task to task. The orchestrator
 * describes the task, then publishes it through a ready queue or a producer's fan-out list; from
 * then on only three words change, and whoever changes one to its last value owns the next step:
 *
 * <pre>
 *   remaining   producers still to complete, plus one for the submit
 *               0: the task is ready
 *   fanoutHead  consumers to tell
 *               CLOSED: the task is complete
 *   pins        one for the execution, one for each consumer that keeps the outputs
 *               0: its memory is not needed, unless an open scope holds it
 * </pre>
 */
public final class TaskSlot extends TaskDescription {
    /** Head of a fan-out list that takes no more consumers, because the task is complete. */
    public static final long CLOSED = -2;

    private static final int EXECUTION_PIN = 1 << 30;

    private static final VarHandle REMAINING;
    private static final VarHandle PINS;
    private static final VarHandle FANOUT_HEAD;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            REMAINING = lookup.findVarHandle(TaskSlot.class, "remaining", int.class);
            PINS = lookup.findVarHandle(TaskSlot.class, "pins", int.class);
            FANOUT_HEAD = lookup.findVarHandle(TaskSlot.class, "fanoutHead", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final int slotIndex;
    private long fanoutHead;
    private int pins;
    private int remaining;

    private long taskId = TaskId.NONE;
    private Kernel kernel; // the first one; null for a task that never runs
    private MixedKernels mixed; // null unless there are several
    private int shape;
    private int coreMask;
    private int blockCount;
    private int subtasks;
    private TaskBlocks blocks; // made when the slot first holds a task of several subtasks
    private TaskPredicate predicate; // made when the slot first holds a task with one
    private boolean predicated;
    private boolean skipped;

    /**
     * @param slotIndex which slot of its ring it is
     */
    public TaskSlot(int slotIndex) {
        this.slotIndex = slotIndex;
    }

    @Override
    public int slotIndex() {
        return slotIndex;
    }

    /** Takes the slot for a new task. Orchestrator, before anyone else can know the task. */
    public void begin(long newTaskId, Kernel newKernel, TaskShape newShape, int newBlockCount) {
        taskId = newTaskId;
        kernel = newKernel;
        if (mixed != null) {
            mixed = null;
        }
        shape = newShape.code();
        coreMask = newShape.coreMask();
        predicated = false;
        skipped = false;
        beginTraits();
        parts(newBlockCount, newKernel == null ? 0 : newBlockCount);
        clear();
        FANOUT_HEAD.setOpaque(this, DependencyPool.END);
        PINS.setOpaque(this, EXECUTION_PIN);
    }

    /** As {@link #begin}, for a task whose kernels share a cluster. */
    public void beginMixed(long newTaskId, MixedKernels kernels, int newBlockCount) {
        int mask = kernels.coreMask();
        begin(
                newTaskId,
                kernels.at(Integer.numberOfTrailingZeros(mask)),
                TaskShape.MIX,
                newBlockCount);
        mixed = kernels;
        coreMask = mask;
        parts(newBlockCount, newBlockCount * Integer.bitCount(mask));
    }

    private void parts(int newBlockCount, int newSubtasks) {
        blockCount = newBlockCount;
        subtasks = newSubtasks;
        if (newSubtasks > 1) {
            beginBlocks();
        }
    }

    private void beginBlocks() {
        if (blocks == null) {
            blocks = new TaskBlocks();
        }
        blocks.begin(TaskId.local(taskId), blockCount);
    }

    /**
     * Lets the task be staged before so many producers are done. Orchestrator, before the links.
     *
     * @param cores of the chip
     */
    public void stageBehind(int producers, int cores) {
        if (subtasks == 1) {
            beginBlocks(); // stagers and dispatchers compete for the one block
        }
        makeStageable(producers, cores);
    }

    /** The task runs only if this holds when it becomes ready. Orchestrator, after the begin. */
    public void predicate(TaskPredicate newPredicate) {
        if (predicate == null) {
            predicate = new TaskPredicate();
        }
        predicate.set(newPredicate);
        predicated = true;
    }

    @Override
    public long taskId() {
        return taskId;
    }

    @Override
    public int functionCount() {
        return Integer.bitCount(coreMask);
    }

    @Override
    public int functionId(int index) {
        int positions = coreMask;
        for (int i = 0; i < index; i++) {
            positions &= positions - 1;
        }
        return kernelAt(Integer.numberOfTrailingZeros(positions)).functionId();
    }

    /** Its kernel, the first one of several; null for a task that never runs. */
    public Kernel kernel() {
        return kernel;
    }

    /** The kernel for a core at a position of its cluster. */
    public Kernel kernelAt(int position) {
        return mixed == null ? kernel : mixed.at(position);
    }

    @Override
    public int functionAt(int position) {
        return kernelAt(position).functionId();
    }

    /** Bit p: the task uses position p of a cluster; a vector task is said to use position 1. */
    public int coreMask() {
        return coreMask;
    }

    /** Code of the task's {@link TaskShape}. */
    public int shape() {
        return shape;
    }

    @Override
    public int blockCount() {
        return blockCount;
    }

    /** How often a kernel of the task runs, all blocks and all kernels together. */
    public int subtasks() {
        return subtasks;
    }

    public boolean isPredicated() {
        return predicated;
    }

    /** True once the task is known not to run because of its predicate. */
    public boolean isSkipped() {
        return skipped;
    }

    // ---- blocks: claimed by schedulers, counted by schedulers ----

    /** Takes the next blocks, at most so many, as {@link TaskBlocks} tells them. */
    public long claimBlocks(int most) {
        return isDivided() ? blocks.claim(most) : TaskBlocks.claimOf(0, 1);
    }

    /** Whether blocks have to be claimed, because several may want one. */
    public boolean isDivided() {
        return subtasks > 1 || isStageable();
    }

    /** As {@link #claimBlocks} before the task is ready, for a candidate that may be gone. */
    public long claimStaged(long expectedTaskId, int most) {
        return blocks == null
                ? TaskBlocks.NOTHING
                : blocks.claimStaged(TaskId.local(expectedTaskId), most);
    }

    /** Ends staging; true when blocks are left that nobody has taken. */
    public boolean releaseBlocks() {
        return blocks.release();
    }

    /** Counts subtasks that are on their cores; true for the one caller that counts the last. */
    public boolean publishSubtasks(int count) {
        return !isDivided() || blocks.publish(count, subtasks);
    }

    public boolean isAllPublished() {
        return !isDivided() || blocks.publishedVolatile() == subtasks;
    }

    /** Counts one kernel run; true for the one caller that ends the last one. */
    public boolean endSubtask() {
        return subtasks <= 1 || blocks.endSubtask(subtasks);
    }

    /** Whether no block was given out yet. For whoever has taken the task from its queue. */
    public boolean isUntouched() {
        return subtasks <= 1 || blocks.claimedAcquire() == 0;
    }

    /** Kernel runs that have ended; of a task with one subtask nobody counts them. */
    public int endedSubtasks() {
        return subtasks <= 1 ? 0 : blocks.endedAcquire();
    }

    /** True for the one caller that may tell what an unfinished task left behind. */
    public boolean interrupt() {
        return subtasks <= 1 || blocks.interrupt();
    }

    /** Whether the task, which has just become ready, is to run. */
    boolean isToRun(DeviceMemory memory) {
        skipped = predicated && !predicate.holds(memory);
        return !skipped;
    }

    // ---- the three shared words ----

    /** Before the first link: counts the producers and the submit itself. */
    public void awaitProducers(int count) {
        REMAINING.setOpaque(this, count + 1);
    }

    /** Counts producers that completed; true for the one caller that makes the task ready. */
    public boolean arrive(int count) {
        return (int) REMAINING.getAndAdd(this, -count) == count;
    }

    public boolean isCompleteAcquire() {
        return (long) FANOUT_HEAD.getAcquire(this) == CLOSED;
    }

    /** Head of the fan-out list, or {@link #CLOSED}. */
    public long fanoutHeadAcquire() {
        return (long) FANOUT_HEAD.getAcquire(this);
    }

    /** Puts a node in front; false when the task has completed meanwhile. */
    public boolean tryLink(long expectedHead, long node) {
        return FANOUT_HEAD.compareAndSet(this, expectedHead, FanoutHead.before(expectedHead, node));
    }

    /**
     * Marks the list, so that later consumers know that they were not told of the publication;
     * returns the first node, {@link DependencyPool#END} also when somebody did this before.
     */
    public long markPropagated() {
        long seen = (long) FANOUT_HEAD.getAcquire(this);
        while (seen != CLOSED && !FanoutHead.isMarked(seen)) {
            long witness =
                    (long) FANOUT_HEAD.compareAndExchange(this, seen, FanoutHead.marked(seen));
            if (witness == seen) {
                return seen;
            }
            seen = witness;
        }
        return DependencyPool.END;
    }

    /** Completes the task: the list is the caller's, and later consumers find it closed. */
    public long close() {
        return FanoutHead.node((long) FANOUT_HEAD.getAndSet(this, CLOSED));
    }

    /** Completes a task that nobody can know yet and that never runs. */
    public void closeUnpublished() {
        FANOUT_HEAD.setOpaque(this, CLOSED);
        PINS.setOpaque(this, 0);
    }

    /** Keeps the outputs of a task whose scope is open. */
    public void pinHeld() {
        PINS.getAndAdd(this, 1);
    }

    /** Keeps the outputs of a task whose scope is closed; false when they are gone. */
    public boolean tryPin() {
        int seen = (int) PINS.getAcquire(this);
        while (seen != 0) {
            int witness = (int) PINS.compareAndExchange(this, seen, seen + 1);
            if (witness == seen) {
                return true;
            }
            seen = witness;
        }
        return false;
    }

    /** Ends one consumer's interest; true when nobody is interested any more. */
    public boolean unpin() {
        return (int) PINS.getAndAdd(this, -1) == 1;
    }

    /** Ends the execution; true when nobody is interested any more. */
    public boolean unpinExecution() {
        return (int) PINS.getAndAdd(this, -EXECUTION_PIN) == EXECUTION_PIN;
    }

    public boolean isUnpinned() {
        return (int) PINS.getVolatile(this) == 0;
    }
}
