package io.tidemark.chip;

/** The two kinds of cores; the codes are those captures carry. */
public enum CoreType {
    /** Matrix core. */
    AIC(0),
    /** Vector core. */
    AIV(1);

    private final int code;

    CoreType(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }
}
