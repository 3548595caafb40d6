package io.tidemark.collector.swimlane;

import io.tidemark.abi.swimlane.BufferKind;

/**
 * What a run says it did, counted without the probes: it tells "nothing happened" from "nothing was
 * recorded". Immutable.
 *
 * @param subtasks kernel runs on cores, -1 if nobody knows
 * @param submits calls of the orchestrator that make a task, -1 if nobody knows
 * @param retired tasks completed without a core, -1 if nobody knows
 */
public record SwimlaneExpectation(long subtasks, long submits, long retired) {
    /** A run that died without telling. */
    public static final SwimlaneExpectation UNKNOWN = new SwimlaneExpectation(-1, -1, -1);

    /** True if records of this kind must exist. */
    boolean demands(BufferKind kind) {
        return switch (kind) {
            case AICORE_TASK, AICPU_TASK, AICPU_SCHED_PHASE, FANIN -> subtasks > 0;
            case AICPU_ORCH_PHASE, HOST_PHASE -> submits > 0;
            case MARKER -> retired > 0;
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
            case MARKER -> retired;
            case AICPU_SCHED_PHASE, HOST_PHASE, FANIN -> -1;
        };
    }
}
