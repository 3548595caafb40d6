package io.tidemark.runtime.task;

import io.tidemark.chip.CoreType;

/** What kind of place a task needs; each has its own ready queue. Codes index those. */
public enum TaskShape {
    AIC(0),
    AIV(1);

    public static final int COUNT = 2;

    private final int code;

    TaskShape(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    public static TaskShape of(CoreType type) {
        return type == CoreType.AIC ? AIC : AIV;
    }
}
