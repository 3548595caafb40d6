package io.tidemark.runtime.orchestrator;

import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.Submission;
import io.tidemark.runtime.TaskBuilder;
import io.tidemark.runtime.ring.TaskId;
import io.tidemark.runtime.tensormap.ArgumentTag;
import io.tidemark.runtime.tensormap.EdgeFlags;
import io.tidemark.runtime.tensormap.SubmitArguments;

/**
 * The arguments of the next task. One per orchestrator, emptied for every task; the first mistake
 * is kept.
 */
final class SubmitBuilder implements TaskBuilder {
    static final int MAX_SCALARS = 16;

    private final TaskSubmitter submitter;
    private final SubmitArguments arguments = new SubmitArguments();
    private final TensorSpec[] specs = new TensorSpec[SubmitArguments.MAX_TENSORS];
    private final long[] scalars = new long[MAX_SCALARS];
    private Kernel kernel;
    private int scalarCount;
    private int outputCount;
    private long dumpMask;
    private String mistake;

    SubmitBuilder(TaskSubmitter submitter) {
        this.submitter = submitter;
    }

    SubmitBuilder start(Kernel newKernel) {
        kernel = newKernel;
        arguments.clear();
        scalarCount = 0;
        outputCount = 0;
        dumpMask = 0;
        mistake = newKernel == null ? "kernel=null" : null;
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
            return mistake(
                    "argument "
                            + index
                            + " has rank="
                            + spec.rank()
                            + ", at most "
                            + Tensor.MAX_TASK_RANK);
        }
        if (index == SubmitArguments.MAX_TENSORS) {
            return mistake("more than " + SubmitArguments.MAX_TENSORS + " tensors");
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
        if (scalarCount == MAX_SCALARS) {
            return mistake("more than " + MAX_SCALARS + " scalars");
        }
        scalars[scalarCount++] = value;
        return this;
    }

    @Override
    public TaskBuilder scalar(float value) {
        return scalar(Float.floatToRawIntBits(value) & 0xFFFF_FFFFL);
    }

    @Override
    public TaskBuilder scalar(double value) {
        return scalar(Double.doubleToRawLongBits(value));
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
    public TaskBuilder dump() {
        dumpMask = -1;
        return this;
    }

    @Override
    public TaskBuilder dump(int tensorIndex) {
        if (tensorIndex < 0 || tensorIndex >= arguments.tensorCount()) {
            return mistake("dump of tensor " + tensorIndex + " of " + arguments.tensorCount());
        }
        dumpMask |= 1L << tensorIndex;
        return this;
    }

    @Override
    public Submission submit() {
        return submitter.submit(this);
    }

    Kernel kernel() {
        return kernel;
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

    long dumpMask() {
        return dumpMask & (1L << arguments.tensorCount()) - 1;
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
        if (tensor.rank() > Tensor.MAX_TASK_RANK) {
            return mistake(
                    "argument "
                            + index
                            + " has rank="
                            + tensor.rank()
                            + ", at most "
                            + Tensor.MAX_TASK_RANK);
        }
        if (index == SubmitArguments.MAX_TENSORS) {
            return mistake("more than " + SubmitArguments.MAX_TENSORS + " tensors");
        }
        arguments.add(tag, tensor);
        return this;
    }

    private SubmitBuilder depend(long taskId, int flags) {
        if (!TaskId.isValid(taskId)) {
            return mistake("taskId=" + taskId + " names no task");
        }
        arguments.dependOn(taskId, flags);
        return this;
    }

    private SubmitBuilder mistake(String what) {
        if (mistake == null) {
            mistake = what;
        }
        return this;
    }
}
