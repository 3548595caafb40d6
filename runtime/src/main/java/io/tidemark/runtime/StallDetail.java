package io.tidemark.runtime;

/**
 * Where a run stood when the watchdog ended it.
 *
 * @param total tasks submitted so far
 * @param stuckTaskId task that best explains the stall, or {@link TaskIds#INVALID}
 * @param stuckCore core that runs it, or -1
 */
public record StallDetail(
        StallClass stallClass,
        long completed,
        long total,
        int running,
        int ready,
        int waiting,
        boolean orchestrationDone,
        long stuckTaskId,
        int stuckCore) {
    /** Sub-class of {@code SCHEDULER_TIMEOUT}; the codes are those captures carry. */
    public enum StallClass {
        RUNNING_STALLED(1, "S1 running-stalled"),
        READY_BUT_ALL_IDLE(3, "S3 ready-but-all-idle"),
        DEPENDENCY_DEADLOCK(4, "S4 dependency-deadlock"),
        ORCHESTRATOR_STARVATION(5, "S5 orchestrator-starvation"),
        UNKNOWN(99, "unknown");

        private final int code;
        private final String label;

        StallClass(int code, String label) {
            this.code = code;
            this.label = label;
        }

        public int code() {
            return code;
        }

        public String label() {
            return label;
        }

        /**
         * Something running explains a stall better than something ready, and that better than
         * something waiting.
         */
        public static StallClass of(
                int running, int ready, int waiting, boolean orchestrationDone) {
            if (running > 0) {
                return RUNNING_STALLED;
            }
            if (ready > 0) {
                return READY_BUT_ALL_IDLE;
            }
            if (waiting > 0) {
                return DEPENDENCY_DEADLOCK;
            }
            return orchestrationDone ? UNKNOWN : ORCHESTRATOR_STARVATION;
        }
    }
}
