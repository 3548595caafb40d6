package io.tidemark.collector.swimlane;

import io.tidemark.abi.swimlane.BufferKind;

/**
 * What a run says it did, counted without the probes: it tells "nothing happened" from "nothing was
 * recorded". Immutable.
 *
 * @param subtasks kernel runs on cores, -1 if nobody knows
 * @param submits calls of the orchestrator that make a task, -1 if nobody knows
 */
public record SwimlaneExpectation(long subtasks, long submits) {
    /** A run that died without telling. */
    public static final SwimlaneExpectation UNKNOWN = new SwimlaneExpectation(-1, -1);

    /** True if records of this kind must exist; markers need not, they are rare. */
    boolean demands(BufferKind kind) {
        return switch (kind) {
            case AICORE_TASK, AICPU_TASK, AICPU_SCHED_PHASE -> subtasks > 0;
            case AICPU_ORCH_PHASE -> submits > 0;
            case MARKER -> false;
        };
    }

    /**
     * How many records of this kind a whole capture holds; -1 if that does not follow from the
     * counts.
     */
    long exactly(BufferKind kind) {
        return switch (kind) {
            case AICORE_TASK, AICPU_TASK -> subtasks;
            case AICPU_ORCH_PHASE -> submits;
            case AICPU_SCHED_PHASE, MARKER -> -1;
        };
    }
}
