package io.tidemark.runtime;

import io.tidemark.abi.DType;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;

/**
 * Collects the arguments of one task. One object per graph, reused for every task: {@link
 * TaskGraph#task} empties it. A mistake in the arguments is kept and ends the run with {@code
 * INVALID_ARGS} at {@link #submit}. Orchestrator thread only.
 */
public interface TaskBuilder {
    /**
     * Reads; waits for the task that made the tensor and for every writer of an overlapping region.
     */
    TaskBuilder in(Tensor tensor);

    /** A new tensor, allocated at submit. */
    TaskBuilder out(TensorSpec spec);

    /** Reads and writes; later readers and writers of an overlapping region wait for this task. */
    TaskBuilder inout(Tensor tensor);

    /**
     * Writes an existing tensor without looking for earlier writers: two such writers are
     * unordered.
     */
    TaskBuilder outExisting(Tensor tensor);

    /** Passes a tensor along; waits only for the task that made it. */
    TaskBuilder noDep(Tensor tensor);

    /** Adds a number; kernels count scalars apart from tensors. */
    TaskBuilder scalar(long value);

    TaskBuilder scalar(float value);

    TaskBuilder scalar(double value);

    /** A scalar of any element type, by its raw word. */
    TaskBuilder scalar(DType type, long bits);

    /**
     * In the body of a graph: the scalar that the graph is replayed with, where {@link
     * GraphArguments#scalar} would freeze the value it is recorded with.
     */
    default TaskBuilder graphScalar(int index) {
        return graphScalar(DType.INT64, index);
    }

    /** As {@link #graphScalar(int)}, for a scalar that holds the raw word of any element type. */
    TaskBuilder graphScalar(DType type, int index);

    /** Runs after that task, whose buffers stay until this one is done. */
    TaskBuilder after(long taskId);

    /** As {@link #after(long)} for several tasks. */
    TaskBuilder after(long... taskIds);

    /** Runs after that task, whose buffers may be reclaimed meanwhile. */
    TaskBuilder afterWaitOnly(long taskId);

    /**
     * Runs the task in this number of blocks, 1 to 65535; each has its own {@link
     * KernelContext#blockIndex}.
     */
    TaskBuilder blocks(int count);

    /** All blocks start together, so there must be cores for all of them. */
    TaskBuilder syncStart();

    /** Consumers may be staged on cores before this task ends. */
    TaskBuilder earlyResolve();

    /**
     * Runs the task only if the element compares so when the task becomes ready; else the task
     * retires without running, and its consumers go on. Orders nothing: the task that writes the
     * element must be a producer of the task in some other way.
     */
    TaskBuilder onlyIf(Tensor tensor, long index, Comparison comparison, long target);

    /**
     * Of several ready tasks the one with the highest priority goes first, of equal ones the
     * oldest; 0 unless it is said. Counts only in a run that is {@link RuntimeConfig#prioritized}.
     */
    TaskBuilder priority(long value);

    /** Adds the time of the task to one of the timing slots 0 to 15. */
    TaskBuilder timed(int slot);

    /** Marks the whole task for the argument dump. */
    TaskBuilder dump();

    /** Marks one tensor argument for the argument dump. */
    TaskBuilder dump(int tensorIndex);

    /** Marks one scalar argument for the argument dump. */
    TaskBuilder dumpScalar(int scalarIndex);

    /**
     * Hands the task in; it runs as soon as what it waits for is done. Waits for room if need be.
     */
    Submission submit();

    /** How a predicate compares an element with its target; both are signed integers. */
    enum Comparison {
        EQ,
        NE,
        GT,
        LT,
        GE,
        LE;

        public boolean holds(long value, long target) {
            return switch (this) {
                case EQ -> value == target;
                case NE -> value != target;
                case GT -> value > target;
                case LT -> value < target;
                case GE -> value >= target;
                case LE -> value <= target;
            };
        }
    }
}
