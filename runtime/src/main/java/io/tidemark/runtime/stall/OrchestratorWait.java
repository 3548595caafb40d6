package io.tidemark.runtime.stall;

import io.tidemark.runtime.ring.TaskId;

/**
 * What the orchestrator waited for when a run ended. Immutable.
 *
 * @param ring the ring whose resource it is, or -1
 * @param taskId the task whose result it reads, or {@link TaskId#NONE}
 */
public record OrchestratorWait(Resource resource, int ring, long taskId) {
    public static final OrchestratorWait NONE =
            new OrchestratorWait(Resource.NOTHING, -1, TaskId.NONE);

    /** What there may be too little of. */
    public enum Resource {
        NOTHING,
        TASK_SLOTS,
        HEAP,
        LIST_NODES,
        MAP_ENTRIES,
        TASK_RESULT
    }

    public static OrchestratorWait forRing(Resource resource, int ring) {
        return new OrchestratorWait(resource, ring, TaskId.NONE);
    }

    public static OrchestratorWait forTask(long taskId) {
        return new OrchestratorWait(Resource.TASK_RESULT, -1, taskId);
    }
}
