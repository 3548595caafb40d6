package io.tidemark.memory.deps;

import io.tidemark.abi.deps.SubmitKind;
import io.tidemark.memory.tensor.Tensor;
import java.util.Optional;

/**
 * One submit as it was recorded: its raw inputs, and what the runtime found for it. Immutable as
 * long as its arrays are not written to, and no code does that; any thread.
 *
 * @param number how many submits came before it
 * @param oldestAlive by ring: tasks before it were gone for the look-up
 * @param arguments tensor arguments in order, those that the task allocates included
 * @param dependencies explicit dependencies in order
 * @param found empty if the submit failed on the way, or if it looks nothing up
 */
public record RecordedSubmit(
        long number,
        long taskId,
        SubmitKind kind,
        boolean manualScope,
        boolean earlyDispatch,
        Kernels kernels,
        int[] oldestAlive,
        Argument[] arguments,
        Dependency[] dependencies,
        Optional<FoundEdges> found) {
    /** No kernel in a slot. */
    public static final int NO_KERNEL = -1;

    /** What runs, by slot; {@link #NO_KERNEL} where nothing does. */
    public record Kernels(int aic, int aiv0, int aiv1, int blocks) {}

    /**
     * One tensor argument.
     *
     * @param tagCode what the task does with it
     * @param tensor null if the task allocates it
     */
    public record Argument(int tagCode, Tensor tensor) {}

    /**
     * One explicit dependency.
     *
     * @param flags 1 wait, 2 retain
     */
    public record Dependency(long taskId, int flags) {}
}
