package io.tidemark.abi;

/**
 * What kind of standstill {@link ErrorCode#SCHEDULER_TIMEOUT} was. When several apply the first one
 * here wins.
 */
public enum StallDetail {
    NONE(0, "none", "no stall was reported"),
    RUNNING_STALLED(1, "S1", "a task is running on a core and does not finish"),
    READY_BUT_ALL_IDLE(3, "S3", "tasks are ready and cores are idle, yet nothing is dispatched"),
    DEPENDENCY_DEADLOCK(4, "S4", "only waiting tasks are left, none of them can become ready"),
    ORCHESTRATOR_STARVATION(5, "S5", "all submitted work is done, orchestration has not finished"),
    UNKNOWN(99, "S?", "the stall fits no known class");

    private final int code;
    private final String label;
    private final String meaning;

    StallDetail(int code, String label, String meaning) {
        this.code = code;
        this.label = label;
        this.meaning = meaning;
    }

    public int code() {
        return code;
    }

    public String label() {
        return label;
    }

    public String meaning() {
        return meaning;
    }

    public static StallDetail ofCode(long code) {
        for (StallDetail detail : values()) {
            if (detail.code == code) {
                return detail;
            }
        }
        return UNKNOWN;
    }
}
