package io.tidemark.runtime.orchestrator;

import io.tidemark.abi.DType;
import io.tidemark.abi.TaskId;
import io.tidemark.abi.args.ArgumentRecord;
import io.tidemark.abi.deps.EdgeFlags;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.MixedKernels;
import io.tidemark.runtime.Submission;
import io.tidemark.runtime.TaskBuilder;
import io.tidemark.runtime.TaskBuilder.Comparison;
import io.tidemark.runtime.graph.GraphLibrary;
import io.tidemark.runtime.task.ScalarBits;
import io.tidemark.runtime.task.TaskPredicate;
import io.tidemark.runtime.task.TaskShape;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.tensormap.ArgumentTag;
import io.tidemark.runtime.tensormap.SubmitArguments;
import io.tidemark.runtime.timing.TimingSlots;

/**
 * The arguments of the next task. One per orchestrator, emptied for every task; the first mistake
 * is kept.
 */
final class SubmitBuilder implements TaskBuilder {
    static final int MAX_SCALARS = 16;
    static final int MAX_BLOCKS = 0xFFFF;

    private static final String RECORDED = "a tensor of a graph's body, which is nowhere outside of that body";

    private final TaskSubmitter submitter;
    private final CallingThread caller;
    private final SubmitArguments arguments = new SubmitArguments();
    private final TensorSpec[] specs = new TensorSpec[SubmitArguments.MAX_TENSORS];
    private final long[] scalars = new long[MAX_SCALARS];
    private final byte[] scalarTypes = new byte[MAX_SCALARS];
    private final TaskPredicate predicate = new TaskPredicate();
    private Kernel kernel; // null for several or none
    private MixedKernels mixed; // null for one or none
    private int blocks;
    private boolean predicated;
    private int traits;
    private long priority;
    private int scalarCount;
    private int outputCount;
    private long dumpMask; // of tensors
    private long scalarDumpMask;
    private String mistake;

    SubmitBuilder(TaskSubmitter submitter, CallingThread caller) {
        this.submitter = submitter;
        this.caller = caller;
    }

    /** Begins a task; without kernels it is a dummy. */
    SubmitBuilder start(Kernel newKernel, MixedKernels newMixed) {
        caller.require();
        kernel = newKernel;
        mixed = newMixed;
        blocks = 1;
        predicated = false;
        traits = 0;
        priority = 0;
        arguments.clear();
        scalarCount = 0;
        outputCount = 0;
        dumpMask = 0;
        scalarDumpMask = 0;
        mistake = null;
        return this;
    }

    @Override
    public TaskBuilder in(Tensor tensor) {
        return add(ArgumentTag.INPUT, tensor);
    }

    @Override
    public TaskBuilder out(TensorSpec spec) {
        int index = arguments.tensorCount();
        if (spec == null) {
            return mistake("output argument " + index + " is null");
        }
        if (spec.rank() > Tensor.MAX_TASK_RANK) {
            return mistake(rankMistake(index, spec.rank()));
        }
        if (index == SubmitArguments.MAX_TENSORS) {
            return mistake("it has more than " + SubmitArguments.MAX_TENSORS + " tensors");
        }
        specs[index] = spec;
        outputCount++;
        arguments.add(ArgumentTag.OUTPUT, null);
        return this;
    }

    @Override
    public TaskBuilder inout(Tensor tensor) {
        return add(ArgumentTag.INOUT, tensor);
    }

    @Override
    public TaskBuilder outExisting(Tensor tensor) {
        return add(ArgumentTag.OUTPUT_EXISTING, tensor);
    }

    @Override
    public TaskBuilder noDep(Tensor tensor) {
        return add(ArgumentTag.NO_DEP, tensor);
    }

    @Override
    public TaskBuilder scalar(long value) {
        return scalar(value, DType.INT64.code());
    }

    @Override
    public TaskBuilder scalar(float value) {
        return scalar(ScalarBits.of(value), DType.FLOAT32.code());
    }

    @Override
    public TaskBuilder scalar(double value) {
        return scalar(ScalarBits.of(value), ArgumentRecord.FLOAT64);
    }

    @Override
    public TaskBuilder scalar(DType type, long bits) {
        if (type == null || type == DType.UNKNOWN) {
            return mistake("scalar " + scalarCount + " has the type " + type);
        }
        return scalar(ScalarBits.of(type, bits), type.code());
    }

    @Override
    public TaskBuilder graphScalar(DType type, int index) {
        return mistake("it takes scalar " + index + " of a graph, outside of the body of one");
    }

    private TaskBuilder scalar(long bits, int typeCode) {
        if (scalarCount == MAX_SCALARS) {
            return mistake("it has more than " + MAX_SCALARS + " scalars");
        }
        scalarTypes[scalarCount] = (byte) typeCode;
        scalars[scalarCount++] = bits;
        return this;
    }

    @Override
    public TaskBuilder after(long taskId) {
        return depend(taskId, EdgeFlags.WAIT | EdgeFlags.RETAIN);
    }

    @Override
    public TaskBuilder after(long... taskIds) {
        if (taskIds == null) {
            return mistake("the list of tasks to run after is null");
        }
        for (long taskId : taskIds) {
            after(taskId);
        }
        return this;
    }

    @Override
    public TaskBuilder afterWaitOnly(long taskId) {
        return depend(taskId, EdgeFlags.WAIT);
    }

    @Override
    public TaskBuilder blocks(int count) {
        if (count < 1 || count > MAX_BLOCKS) {
            return mistake("blocks=" + count + " is not in 1.." + MAX_BLOCKS);
        }
        if (isDummy() && count != 1) {
            return mistake("it has blocks=" + count + " but no kernel");
        }
        blocks = count;
        return this;
    }

    @Override
    public TaskBuilder syncStart() {
        if (isDummy()) {
            return mistake("it has a synchronous start but no kernel");
        }
        traits |= TaskSlot.SYNC_START;
        return this;
    }

    @Override
    public TaskBuilder earlyResolve() {
        traits |= TaskSlot.EARLY_RESOLVE;
        return this;
    }

    @Override
    public TaskBuilder onlyIf(Tensor tensor, long index, Comparison comparison, long target) {
        if (tensor == null || index < 0 || index >= tensor.elements()) {
            return mistake("it has a predicate on element " + index + " of " + tensor);
        }
        if (GraphLibrary.isRecorded(tensor)) {
            return mistake("it has a predicate on " + RECORDED);
        }
        if (tensor.dtype().isFloating() || tensor.dtype().bits() < Byte.SIZE) {
            return mistake(
                    "it has a predicate on " + tensor.dtype() + ", which is no type of whole bytes and integers");
        }
        if (comparison == null || isDummy()) {
            return mistake(
                    comparison == null
                            ? "the comparison of its predicate is null"
                            : "it has a predicate but no kernel");
        }
        predicate.set(tensor, index, comparison, target);
        predicated = true;
        return this;
    }

    @Override
    public TaskBuilder priority(long value) {
        priority = value;
        return this;
    }

    @Override
    public TaskBuilder timed(int slot) {
        if (slot < 0 || slot >= TimingSlots.COUNT) {
            return mistake("timing slot " + slot + " is not in 0.." + (TimingSlots.COUNT - 1));
        }
        traits |= TaskSlot.TIMED | slot << TaskSlot.TIMING_SHIFT;
        return this;
    }

    @Override
    public TaskBuilder dump() {
        dumpMask = -1;
        scalarDumpMask = -1;
        return this;
    }

    @Override
    public TaskBuilder dump(int tensorIndex) {
        if (tensorIndex < 0 || tensorIndex >= arguments.tensorCount()) {
            return mistake("it marks tensor " + tensorIndex + " for the dump and has " + arguments.tensorCount());
        }
        dumpMask |= 1L << tensorIndex;
        return this;
    }

    @Override
    public TaskBuilder dumpScalar(int scalarIndex) {
        if (scalarIndex < 0 || scalarIndex >= scalarCount) {
            return mistake("it marks scalar " + scalarIndex + " for the dump and has " + scalarCount);
        }
        scalarDumpMask |= 1L << scalarIndex;
        return this;
    }

    @Override
    public Submission submit() {
        caller.require();
        return submitter.submit(this);
    }

    /** Its only kernel; null for several or none. */
    Kernel kernel() {
        return kernel;
    }

    /** Its kernels if there are several, else null. */
    MixedKernels mixed() {
        return mixed;
    }

    /** Kernel runs that the task consists of. */
    long subtasks() {
        int kernels = mixed != null ? Integer.bitCount(mixed.coreMask()) : kernel != null ? 1 : 0;
        return (long) blocks * kernels;
    }

    /** Takes a slot for the task. */
    void begin(TaskSlot slot, long taskId) {
        if (mixed != null) {
            slot.beginMixed(taskId, mixed, blocks);
        } else if (kernel != null) {
            slot.begin(taskId, kernel, TaskShape.of(kernel.coreType()), blocks);
        } else {
            slot.begin(taskId, null, TaskShape.DUMMY, 1);
        }
        if (predicated) {
            slot.predicate(predicate);
        }
        if (priority != 0) {
            slot.priority(priority);
        }
        if (traits != 0) {
            slot.traits(isCohort() ? traits : traits & ~TaskSlot.SYNC_START);
        }
    }

    /** Whether several blocks have to start together; one block always does. */
    boolean isCohort() {
        return (traits & TaskSlot.SYNC_START) != 0 && blocks > 1;
    }

    int blockCount() {
        return blocks;
    }

    TaskShape shape() {
        if (mixed != null) {
            return TaskShape.MIX;
        }
        return kernel == null ? TaskShape.DUMMY : TaskShape.of(kernel.coreType());
    }

    String kernelName() {
        return mixed != null ? mixed.toString() : String.valueOf(kernel);
    }

    /** The words after "task" in a message about this task. */
    String ofItsKernel() {
        if (mixed != null) {
            return "of kernels " + mixed;
        }
        return kernel == null ? "without a kernel" : "of kernel " + kernel.name();
    }

    private boolean isDummy() {
        return kernel == null && mixed == null;
    }

    SubmitArguments arguments() {
        return arguments;
    }

    TensorSpec spec(int argument) {
        return specs[argument];
    }

    int outputCount() {
        return outputCount;
    }

    long[] scalars() {
        return scalars;
    }

    int scalarCount() {
        return scalarCount;
    }

    byte[] scalarTypes() {
        return scalarTypes;
    }

    /** Bit i: argument i is marked, tensors first, then scalars. */
    long dumpMask() {
        int tensors = arguments.tensorCount();
        long ofScalars = scalarDumpMask & (1L << scalarCount) - 1;
        return dumpMask & (1L << tensors) - 1 | ofScalars << tensors;
    }

    /** What is wrong with the arguments, or null. */
    String mistake() {
        return mistake;
    }

    private SubmitBuilder add(ArgumentTag tag, Tensor tensor) {
        int index = arguments.tensorCount();
        if (tensor == null) {
            return mistake("tensor argument " + index + " is null");
        }
        if (GraphLibrary.isRecorded(tensor)) {
            return mistake("tensor argument " + index + " is " + RECORDED);
        }
        if (!arguments.add(tag, tensor)) {
            return mistake(
                    tensor.rank() > Tensor.MAX_TASK_RANK
                            ? rankMistake(index, tensor.rank())
                            : "it has more than " + SubmitArguments.MAX_TENSORS + " tensors");
        }
        return this;
    }

    private SubmitBuilder depend(long taskId, int flags) {
        if (!TaskId.isValid(taskId)) {
            return mistake("it is to run after taskId=" + taskId + ", which names no task");
        }
        arguments.dependOn(taskId, flags);
        return this;
    }

    private static String rankMistake(int index, int rank) {
        return "argument %d has rank %d, and at most %d is possible".formatted(index, rank, Tensor.MAX_TASK_RANK);
    }

    /** Keeps the first mistake, a whole clause; it ends the run at submit. */
    SubmitBuilder mistake(String what) {
        if (mistake == null) {
            mistake = what;
        }
        return this;
    }
}
