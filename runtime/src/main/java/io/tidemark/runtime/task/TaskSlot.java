package io.tidemark.runtime.task;

import io.tidemark.abi.TaskId;
import io.tidemark.abi.deps.EdgeFlags;
import io.tidemark.abi.dispatch.DispatchPayload;
import io.tidemark.chip.DispatchSource;
import io.tidemark.memory.tensor.DeviceMemory;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.probe.args.ArgumentSource;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.MixedKernels;
import io.tidemark.runtime.early.EarlyGate;
import io.tidemark.runtime.ring.DependencyPool;
import io.tidemark.runtime.tensormap.ArgumentTag;
import io.tidemark.runtime.tensormap.SubmitArguments;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * One task while it lives: one object per window slot, reused from task to task. The orchestrator describes the task,
 * then publishes it through a ready queue or a producer's fan-out list. From then on only three words change. The
 * thread that changes one to its last value owns the next step:
 *
 * <pre>
 *   remaining   producers still to complete
 *               0: the task is ready
 *   fanoutHead  consumers to tell
 *               CLOSED: the task is complete
 *   pins        one for the execution, one for each consumer that keeps the outputs
 *               0: its memory is not needed, unless an open scope holds it
 * </pre>
 *
 * Arguments, fan-in edges and traits are written by the orchestrator before the task is published;
 * afterwards cores and schedulers only read them, except where a method says otherwise.
 */
public final class TaskSlot extends TaskHead implements ArgumentSource, DispatchSource {
    /** Head of a fan-out list that takes no more consumers, because the task is complete. */
    public static final long CLOSED = -2;

    /** Edges kept in the slot itself; more go to the ring's spill pool. */
    public static final int INLINE_EDGES = 64;

    /** Trait: consumers may be staged before this task ends. */
    public static final int EARLY_RESOLVE = 1;

    /** Trait: all blocks start together. */
    public static final int SYNC_START = 1 << 1;

    /** Trait: a timing slot is given, in {@link #TIMING_SHIFT}. */
    public static final int TIMED = 1 << 3;

    public static final int TIMING_SHIFT = 4;

    private static final int TIMING_MASK = 0xF;
    private static final int STAGEABLE = 1 << 8;
    private static final int NAMES_PRODUCERS = 1 << 9;

    // Bits of what the slot has besides.
    private static final byte PREDICATED = 1;
    private static final byte SKIPPED = 1 << 1;
    private static final byte PRIORITIZED = 1 << 2;
    private static final byte DUMPED = 1 << 3;

    private static final int FLAGS_SHIFT = 60; // task ids leave the top bits free
    private static final long ID_MASK = (1L << FLAGS_SHIFT) - 1;

    private static final int EXECUTION_PIN = 1 << 30;

    private static final VarHandle REMAINING = MethodHandles.arrayElementVarHandle(int[].class);
    private static final VarHandle PINS;
    private static final VarHandle FANOUT_HEAD;
    private static final VarHandle DEFERRED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            PINS = lookup.findVarHandle(TaskHead.class, "pins", int.class);
            FANOUT_HEAD = lookup.findVarHandle(TaskHead.class, "fanoutHead", long.class);
            DEFERRED = lookup.findVarHandle(TaskHead.class, "deferred", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private TaskBlocks blocks; // made when the slot first holds a task of several subtasks
    private TaskPredicate predicate; // made when the slot first holds a task with one
    private EarlyGate gate; // made when the slot first holds a task that may be staged
    private long priority; // if it has one
    private long dumpMask; // if it has one
    private int spillFirst;

    private long[] edges = new long[4];
    private Tensor[] tensors = new Tensor[4];
    private byte[] tags = new byte[4];
    private long[] scalars = new long[2];
    private byte[] scalarTypes = new byte[2];

    /**
     * @param slotIndex which slot of its ring it is
     * @param remaining what each task of the ring waits for: who tells consumers that stay waiting
     *     touches none of their slots
     * @param remainingIndex which of them is this task's
     */
    public TaskSlot(int slotIndex, int[] remaining, int remainingIndex) {
        super(slotIndex, remaining, remainingIndex);
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
        shape = (byte) newShape.code();
        clear();
        parts(newBlockCount, newKernel == null ? 0 : newBlockCount);
        FANOUT_HEAD.setOpaque(this, DependencyPool.END);
        PINS.setOpaque(this, EXECUTION_PIN);
    }

    /** Arguments, edges and traits of the task before. */
    private void clear() {
        traits = 0;
        features = 0;
        if (deferred) {
            deferred = false;
        }
        if (links != null) {
            links = null;
            bodyTensors = null;
        }
        edgeCount = 0;
        retainedCount = 0;
        spillCount = 0;
        claimEpoch = 0;
        tensorCount = 0;
        scalarCount = 0;
    }

    /** As {@link #begin}, for a task whose kernels share a cluster. */
    public void beginMixed(long newTaskId, MixedKernels kernels, int newBlockCount) {
        int mask = kernels.coreMask();
        begin(newTaskId, kernels.at(Integer.numberOfTrailingZeros(mask)), TaskShape.MIX, newBlockCount);
        mixed = kernels;
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
     * Lets the task be staged before this many producers are done. Orchestrator, before the links.
     *
     * @param cores of the chip
     */
    public void stageBehind(int producers, int cores) {
        if (subtasks == 1) {
            beginBlocks(); // stagers and dispatchers compete for the one block
        }
        if (gate == null || !gate.isFor(cores)) {
            gate = new EarlyGate(cores);
        }
        gate.begin(producers);
        traits |= STAGEABLE;
    }

    /** The task runs only if this holds when it becomes ready. Orchestrator, after the begin. */
    public void predicate(TaskPredicate newPredicate) {
        if (predicate == null) {
            predicate = new TaskPredicate();
        }
        predicate.set(newPredicate);
        features |= PREDICATED;
    }

    @Override
    public long taskId() {
        return taskId;
    }

    @Override
    public int functionCount() {
        return Integer.bitCount(coreMask());
    }

    @Override
    public int functionId(int index) {
        int positions = coreMask();
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
        return mixed == null ? TaskShape.coreMask(shape) : mixed.coreMask();
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

    @Override
    public boolean isOneRun() {
        return subtasks == 1;
    }

    public boolean isPredicated() {
        return (features & PREDICATED) != 0;
    }

    /** Only of a task that is predicated. */
    public TaskPredicate predicate() {
        return predicate;
    }

    /** True once the task is known not to run because of its predicate. */
    public boolean isSkipped() {
        return (features & SKIPPED) != 0;
    }

    // ---- traits: how the task comes to its cores, where that is not plain ----

    /** Which of several ready tasks goes first, where that counts: the highest. */
    public long priority() {
        return (features & PRIORITIZED) == 0 ? 0 : priority;
    }

    public void priority(long given) {
        if (given != 0) { // else without a look at a line that is not in the cache
            priority = given;
            features |= PRIORITIZED;
        }
    }

    /** The traits a submit asks for, as the bits above. */
    public void traits(int bits) {
        traits = bits;
    }

    public boolean isPlain() {
        return traits == 0;
    }

    public boolean isEarlyResolve() {
        return (traits & EARLY_RESOLVE) != 0;
    }

    public boolean isSyncStart() {
        return (traits & SYNC_START) != 0;
    }

    public boolean isTimed() {
        return (traits & TIMED) != 0;
    }

    public int timingSlot() {
        return traits >>> TIMING_SHIFT & TIMING_MASK;
    }

    /** Whether the task may be put on cores, behind its gate, before it is ready. */
    public boolean isStageable() {
        return (traits & STAGEABLE) != 0;
    }

    /**
     * All that a stageable task waits for are producers that tell their ends, so cores may know
     * them by its edges. Orchestrator, before the links.
     */
    public void namesProducers() {
        traits |= NAMES_PRODUCERS;
    }

    /** Its one kernel run is all there is to its completion. A task whose consumers are staged. */
    @Override
    public boolean tellsEnd() {
        return isEarlyResolve() && subtasks == 1 && !isPredicated();
    }

    /** Not for a cohort: its blocks start together, whichever producers have ended. */
    @Override
    public int awaitedCount() {
        if ((traits & (NAMES_PRODUCERS | SYNC_START)) != NAMES_PRODUCERS || spillCount > 0) {
            return 0;
        }
        int count = 0;
        for (int i = 0; i < edgeCount; i++) {
            count += waits(edges[i]) ? 1 : 0;
        }
        return count <= DispatchPayload.MAX_AWAITED ? count : 0;
    }

    @Override
    public long awaited(int index) {
        int left = index;
        for (int i = 0; i < edgeCount; i++) {
            if (waits(edges[i]) && left-- == 0) {
                return edgeProducer(edges[i]);
            }
        }
        throw new IndexOutOfBoundsException(index);
    }

    /** The gate of a stageable task. */
    public EarlyGate gate() {
        return gate;
    }

    /** A subtask has conditions. Schedulers, before they count the subtask as ended. */
    public void deferCompletion() {
        DEFERRED.setOpaque(this, true);
    }

    /** Whether some subtask had conditions; for the thread that counted the last one. */
    public boolean isDeferred() {
        return (boolean) DEFERRED.getOpaque(this);
    }

    // ---- arguments: written by the orchestrator, read by the core ----

    /** Takes the tensors over from a submit, which gets the list of the task before. */
    public void takeTensors(SubmitArguments arguments) {
        tensorCount = (byte) arguments.tensorCount();
        tensors = arguments.exchangeTensors(tensors);
        tags = arguments.exchangeTagCodes(tags);
    }

    /** Adds a tensor by the code of its tag. */
    public void addTensor(byte tagCode, Tensor tensor) {
        if (tensorCount == tensors.length) {
            tensors = Arrays.copyOf(tensors, 2 * tensorCount);
            tags = Arrays.copyOf(tags, 2 * tensorCount);
        }
        if (tensors[tensorCount] != tensor) { // a plain read is cheaper than the collector's write barrier
            tensors[tensorCount] = tensor;
        }
        tags[tensorCount++] = tagCode;
    }

    /**
     * Gives the task all its tensors at once, after {@link #link}.
     *
     * @param count of the arguments; the caller has it at hand, and they need not be looked at
     * @param tensorsOfReplay those at the places of the arguments stay as they are
     */
    public void tensors(BodyArguments arguments, int count, Tensor[] tensorsOfReplay) {
        bodyArguments = arguments;
        bodyTensors = tensorsOfReplay;
        tensorCount = (byte) count;
    }

    /**
     * @param types element type of each, as {@link #scalarTypeCode} gives it
     */
    public void scalars(long[] values, byte[] types, int count) {
        scalarCount = (byte) count;
        if (count == 0) {
            return; // without a look at arrays that are not in the cache
        }
        if (count > scalars.length) {
            scalars = new long[values.length];
            scalarTypes = new byte[values.length];
        }
        for (int i = 0; i < count; i++) {
            scalars[i] = values[i];
            scalarTypes[i] = types[i];
        }
    }

    /** One scalar more, as {@link #scalars} takes them all. */
    public void addScalar(long value, byte type) {
        if (scalarCount == scalars.length) {
            scalars = Arrays.copyOf(scalars, 2 * scalarCount);
            scalarTypes = Arrays.copyOf(scalarTypes, 2 * scalarCount);
        }
        scalars[scalarCount] = value;
        scalarTypes[scalarCount++] = type;
    }

    public void dumpMask(long mask) {
        if (mask != 0) {
            dumpMask = mask;
            features |= DUMPED;
        }
    }

    @Override
    public int tensorCount() {
        return tensorCount;
    }

    @Override
    public Tensor tensor(int index) {
        return bodyTensors == null ? tensors[index] : bodyTensors[bodyArguments.places()[index]];
    }

    /** Code of the {@link ArgumentTag} of a tensor argument. */
    @Override
    public int tagCode(int index) {
        return bodyTensors == null ? tags[index] : bodyArguments.tagCodes()[index];
    }

    @Override
    public int scalarCount() {
        return scalarCount;
    }

    @Override
    public long scalarBits(int index) {
        return scalars[index];
    }

    @Override
    public int scalarTypeCode(int index) {
        return scalarTypes[index] & 0xFF;
    }

    /** Bit i: argument i is marked for the argument dump, tensors first, then scalars. */
    @Override
    public long dumpMask() {
        return (features & DUMPED) == 0 ? 0 : dumpMask;
    }

    // ---- fan-in edges: written by the orchestrator, read at release ----

    /** Flags of the edges that the submit with this epoch has to this task so far. */
    public int claimedFlags(long epoch) {
        return claimEpoch == epoch ? claimFlags : 0;
    }

    /** Remembers all edges that the submit with this epoch has to this task. */
    public void claim(long epoch, int flags) {
        claimEpoch = epoch;
        claimFlags = (byte) flags;
    }

    public int inlineEdges() {
        return edgeCount;
    }

    /** Adds an edge; false when the slot holds no more. */
    public boolean addEdge(long producer, int flags) {
        int count = edgeCount;
        if (count == edges.length) {
            if (count == INLINE_EDGES) {
                return false;
            }
            edges = Arrays.copyOf(edges, 2 * count);
        }
        edges[count] = edgeWord(producer, flags);
        edgeCount = (byte) (count + 1);
        if ((flags & EdgeFlags.RETAIN) != 0) {
            retainedCount++;
        }
        return true;
    }

    /** How many of the inline edges keep outputs: mostly none, and then they need no look. */
    public int retainedEdges() {
        return retainedCount;
    }

    public long edge(int index) {
        return edges[index];
    }

    /**
     * Gives the task its edges to others that are submitted together with it, none of which can run
     * yet. Orchestrator, after the begin.
     *
     * @param retainers as the links have them; the caller has them at hand
     */
    public void link(BodyLinks newLinks, int retainers) {
        links = newLinks;
        PINS.setOpaque(this, EXECUTION_PIN + retainers);
    }

    /** Its edges to others that were submitted together with it, or null. */
    public BodyLinks links() {
        return links;
    }

    /** The edges beyond the inline ones are in the ring's spill pool, from a node on. */
    public void spill(int firstNode, int count) {
        spillFirst = firstNode;
        spillCount = count;
    }

    public int spillFirst() {
        return spillFirst;
    }

    public int spillCount() {
        return spillCount;
    }

    public static long edgeWord(long producer, int flags) {
        return producer | (long) flags << FLAGS_SHIFT;
    }

    public static long edgeProducer(long edgeWord) {
        return edgeWord & ID_MASK;
    }

    public static boolean waits(long edgeWord) {
        return (edgeWord >>> FLAGS_SHIFT & EdgeFlags.WAIT) != 0;
    }

    public static boolean retains(long edgeWord) {
        return (edgeWord >>> FLAGS_SHIFT & EdgeFlags.RETAIN) != 0;
    }

    // ---- blocks: claimed by schedulers, counted by schedulers ----

    /** Takes the next blocks, at most {@code most}, in the encoding of {@link TaskBlocks}. */
    public long claimBlocks(int most) {
        return isDivided() ? blocks.claim(most) : TaskBlocks.claimOf(0, 1);
    }

    /** Whether blocks have to be claimed, because several may want one. */
    public boolean isDivided() {
        return subtasks > 1 || isStageable();
    }

    /** As {@link #claimBlocks} before the task is ready, for a candidate that may be gone. */
    public long claimStaged(long expectedTaskId, int most) {
        return blocks == null ? TaskBlocks.NOTHING : blocks.claimStaged(TaskId.local(expectedTaskId), most);
    }

    /** Ends staging; true when blocks are left that were not taken. */
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

    /**
     * Whether no block was given out yet. For the thread that has taken the task from its queue.
     */
    public boolean isUntouched() {
        return subtasks <= 1 || blocks.claimedAcquire() == 0;
    }

    /** Kernel runs that have ended; not counted for a task with one subtask. */
    public int endedSubtasks() {
        return subtasks <= 1 ? 0 : blocks.endedAcquire();
    }

    /** True for the one caller that may tell what an unfinished task left behind. */
    public boolean interrupt() {
        return subtasks <= 1 || blocks.interrupt();
    }

    /** Whether the task, which has just become ready, is to run. */
    boolean isToRun(DeviceMemory memory) {
        boolean isToRun = !isPredicated() || predicate.holds(memory);
        if (!isToRun) {
            features |= SKIPPED;
        }
        return isToRun;
    }

    // ---- the three shared words ----

    /**
     * Before the first link: how many have to arrive. The submit links all of them, or arrives for
     * those that completed meanwhile, so it need not count itself.
     */
    public void awaitProducers(int count) {
        REMAINING.setOpaque(remaining, remainingIndex, count);
    }

    /** Counts producers that completed; true for the one caller that makes the task ready. */
    public boolean arrive(int count) {
        return arrive(remaining, remainingIndex, count);
    }

    static boolean arrive(int[] remaining, int index, int count) {
        return (int) REMAINING.getAndAdd(remaining, index, -count) == count;
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
     * returns the first node, {@link DependencyPool#END} also when this was done before.
     */
    public long markPropagated() {
        long seen = (long) FANOUT_HEAD.getAcquire(this);
        while (seen != CLOSED && !FanoutHead.isMarked(seen)) {
            long witness = (long) FANOUT_HEAD.compareAndExchange(this, seen, FanoutHead.marked(seen));
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

    /** Completes a task that no other thread can know yet and that never runs. */
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

    /** Ends one consumer's interest; true when no consumer is left. */
    public boolean unpin() {
        return (int) PINS.getAndAdd(this, -1) == 1;
    }

    /** Ends the execution; true when no consumer is left. */
    public boolean unpinExecution() {
        return (int) PINS.getAndAdd(this, -EXECUTION_PIN) == EXECUTION_PIN;
    }

    public boolean isUnpinned() {
        return (int) PINS.getVolatile(this) == 0;
    }
}
