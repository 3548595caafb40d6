package io.tidemark.memory.deps;

/** Why a submit waits for a task. */
public enum EdgeReason {
    /** The caller said so. */
    EXPLICIT,
    /** The task allocated the buffer of an argument. */
    CREATOR,
    /** The task wrote a region that an argument touches in part, or may. */
    OVERLAPPING_WRITER,
    /** The task wrote a region that an argument contains. */
    COVERED_WRITER
}
