package io.tidemark.runtime.stall;

import io.tidemark.abi.TaskId;

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
        NOTHING(0),
        TASK_SLOTS(1),
        HEAP(2),
        LIST_NODES(3),
        MAP_ENTRIES(4),
        TASK_RESULT(5);

        private final int code;

        Resource(int code) {
            this.code = code;
        }

        /** The number on the board of a region. */
        public int code() {
            return code;
        }

        /** An unknown code is nothing that could be told. */
        public static Resource ofCode(long code) {
            for (Resource resource : values()) {
                if (resource.code == code) {
                    return resource;
                }
            }
            return NOTHING;
        }
    }

    public static OrchestratorWait forRing(Resource resource, int ring) {
        return new OrchestratorWait(resource, ring, TaskId.NONE);
    }

    public static OrchestratorWait forTask(long taskId) {
        return new OrchestratorWait(Resource.TASK_RESULT, -1, taskId);
    }
}
