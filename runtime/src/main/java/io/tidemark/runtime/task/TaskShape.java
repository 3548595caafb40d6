package io.tidemark.runtime.task;

import io.tidemark.abi.CoreType;

/** What kind of place a task needs; each has its own ready queue. Codes index those. */
public enum TaskShape {
    AIC(0, 0b001),
    AIV(1, 0b010),
    /** Several cores of one cluster; which ones, the task says. */
    MIX(2, 0),
    /** No core: completed by whichever scheduler takes it. */
    DUMMY(3, 0);

    public static final int COUNT = 4;

    /** Shapes that take one core of one type; their codes come first. */
    public static final int SINGLE_CORE = 2;

    private static final TaskShape[] SHAPES = values(); // by code

    private final int code;
    private final int coreMask;

    TaskShape(int code, int coreMask) {
        this.code = code;
        this.coreMask = coreMask;
    }

    public int code() {
        return code;
    }

    /** Bit p: position p of a cluster is used; a vector task is said to use the first of two. */
    public int coreMask() {
        return coreMask;
    }

    /** The same by the code of a shape. */
    static int coreMask(int code) {
        return SHAPES[code].coreMask;
    }

    public static TaskShape of(CoreType type) {
        return type == CoreType.AIC ? AIC : AIV;
    }
}
