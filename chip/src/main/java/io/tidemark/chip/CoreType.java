package io.tidemark.chip;

/** The two kinds of cores; the codes are those captures carry. */
public enum CoreType {
    /** Matrix core, one to a cluster. */
    AIC(0),
    /** Vector core, two to a cluster. */
    AIV(1);

    private final int code;

    CoreType(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }
}
