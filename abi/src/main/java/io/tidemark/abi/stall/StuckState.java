package io.tidemark.abi.stall;

/** How far a task had come when its run was stopped. Words in {@code hang.json}, never reused. */
public enum StuckState {
    RUNNING("running"),
    PENDING("pending"),
    /** On its core, behind its gate: its producers are not done, or its cohort is not whole. */
    STAGED("staged"),
    /** Its blocks start together, and cores they need run the tasks it waits for. */
    COHORT("cohort"),
    /** Its kernels have ended; what completes it has not come. */
    CONDITIONS("conditions"),
    READY("ready"),
    WAITING("waiting");

    private final String word;

    StuckState(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
