package io.tidemark.chip;

import io.tidemark.memory.tensor.Tensor;

/**
 * A task as far as a payload describes it. Read by the scheduler that dispatches it, which may do
 * so until the task has ended.
 */
public interface DispatchSource {
    /** Ring in the high half, number within the ring in the low half. */
    long taskId();

    /** Which slot of its ring holds the task. */
    int slotIndex();

    /** Id of the kernel for a core at a position of its cluster. */
    int functionAt(int position);

    int blockCount();

    /** Whether it has one block on one core, so that one kernel run is the whole task. */
    default boolean isOneRun() {
        return false;
    }

    /** Whether other tasks may wait for the end of its one kernel run where they run. */
    default boolean tellsEnd() {
        return false;
    }

    /**
     * Number of producers, if the task waits only for their ends and all of them report their ends. 0 where it waits
     * for anything else, or for too many.
     */
    default int awaitedCount() {
        return 0;
    }

    /** One of these, by its task id. */
    default long awaited(int index) {
        throw new IndexOutOfBoundsException(index);
    }

    int tensorCount();

    Tensor tensor(int index);

    /** What the task does with a tensor, as {@code TensorDescriptor.TAG} has it. */
    int tagCode(int index);

    int scalarCount();

    long scalarBits(int index);
}
