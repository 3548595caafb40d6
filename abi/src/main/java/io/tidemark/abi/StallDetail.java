package io.tidemark.abi;

/**
 * What kind of standstill {@link ErrorCode#SCHEDULER_TIMEOUT} was. When several apply the first one
 * here wins.
 */
public enum StallDetail implements Explained {
    NONE(0, "none", "no stall was reported", "the run ended in another way", "nothing to do", "tidemark run vector"),
    RUNNING_STALLED(
            1,
            "S1",
            "a task is running on a core and does not finish",
            "a kernel that loops or waits for ever, or one that is slower than the time limit",
            "look at the kernel on that core; --dump-args keeps what it got and what it"
                    + " has written so far, --scheduler-timeout-ms gives it longer",
            "tidemark run hang:kernel --scheduler-timeout-ms 1000"),
    READY_BUT_ALL_IDLE(
            3,
            "S3",
            "tasks are ready and cores are idle, yet nothing is dispatched",
            "with --serial an orchestration that does not end; else a fault of the scheduler itself, or a"
                    + " machine so busy that its threads got no turn",
            "with --serial, see why the orchestration does not end; else run again with a larger"
                    + " --scheduler-timeout-ms, and if it stays, it is a defect of the runtime and"
                    + " 'tidemark doctor' shows the tasks concerned",
            "tidemark run hang:ready --serial --scheduler-timeout-ms 1000"),
    DEPENDENCY_DEADLOCK(
            4,
            "S4",
            "only waiting tasks are left, none of them can become ready",
            "a completion that was lost; a circle cannot be submitted, because a task may only wait"
                    + " for one that was submitted before it",
            "'tidemark doctor' shows what each task waits for; record with --dep-gen to see why each"
                    + " edge is there",
            "tidemark run hang:deps --scheduler-timeout-ms 1000"),
    ORCHESTRATOR_STARVATION(
            5,
            "S5",
            "all submitted work is done, orchestration has not finished",
            "user code of the graph loops, sleeps or waits for something outside",
            "look at what the orchestration does after its last submit; --scheduler-timeout-ms gives" + " it longer",
            "tidemark run hang:orchestrator --scheduler-timeout-ms 1000"),
    UNKNOWN(
            99,
            "S99",
            "the stall fits no known class",
            "the state changed while it was looked at, or a newer runtime wrote it",
            "read hang.txt of the capture, or 'tidemark doctor', for what each task was doing",
            NO_COMMAND + "it is what remains when nothing else fits");

    private final int code;
    private final String label;
    private final Page page;

    StallDetail(int code, String label, String meaning, String causes, String hint, String provoke) {
        this.code = code;
        this.label = label;
        this.page = new Page(meaning, causes, hint, provoke);
    }

    public int code() {
        return code;
    }

    public String label() {
        return label;
    }

    @Override
    public String kind() {
        return "stall detail";
    }

    @Override
    public String key() {
        return label;
    }

    @Override
    public Page page() {
        return page;
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
