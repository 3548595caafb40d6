package io.tidemark.lab.generate;

/** What a generated node is; which kernel slots are active follows from it. */
enum TaskShape {
    AIC(1, 0, 0),
    AIV0(0, 1, 0),
    AIV1(0, 0, 1),
    MIX_TWO(1, 1, 0),
    MIX_THREE(1, 1, 1),
    /** Has a kernel but its predicate is false: no core runs it. */
    SKIPPED(0, 1, 0),
    DUMMY(0, 0, 0),
    ALLOC(0, 0, 0);

    private final int[] active;

    TaskShape(int aic, int aiv0, int aiv1) {
        this.active = new int[] {aic, aiv0, aiv1};
    }

    boolean isActive(int slot) {
        return active[slot] == 1;
    }

    int aicSubtasks() {
        return this == SKIPPED ? 0 : active[0];
    }

    int aivSubtasks() {
        return this == SKIPPED ? 0 : active[1] + active[2];
    }

    /** True when cores run it. */
    boolean isRun() {
        return aicSubtasks() + aivSubtasks() > 0;
    }
}
