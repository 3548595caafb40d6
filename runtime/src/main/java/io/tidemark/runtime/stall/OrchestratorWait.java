package io.tidemark.runtime.stall;

import io.tidemark.abi.TaskId;
import io.tidemark.abi.stall.AwaitedResource;

/**
 * What the orchestrator waited for when a run ended. Immutable.
 *
 * @param ring the ring whose resource it is, or -1
 * @param taskId the task whose result it reads, or {@link TaskId#NONE}
 */
public record OrchestratorWait(AwaitedResource resource, int ring, long taskId) {
    public static final OrchestratorWait NONE = new OrchestratorWait(AwaitedResource.NOTHING, -1, TaskId.NONE);

    public static OrchestratorWait forRing(AwaitedResource resource, int ring) {
        return new OrchestratorWait(resource, ring, TaskId.NONE);
    }

    public static OrchestratorWait forTask(long taskId) {
        return new OrchestratorWait(AwaitedResource.TASK_RESULT, -1, taskId);
    }
}
