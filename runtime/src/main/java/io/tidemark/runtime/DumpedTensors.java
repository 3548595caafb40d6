package io.tidemark.runtime;

/**
 * What an argument dump copies of tasks that do not have these arguments themselves, because a
 * captured graph is run again without its tensors. Immutable.
 */
public interface DumpedTensors {
    /**
     * How many tensors of a task are copied.
     *
     * @param isAfter after the task has run, else before
     */
    int count(long taskId, boolean isAfter);

    /** How many bytes they have. */
    long bytes(long taskId, boolean isAfter);
}
