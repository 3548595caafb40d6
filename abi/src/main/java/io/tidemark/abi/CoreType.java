package io.tidemark.abi;

/** The two kinds of cores. In a capture, a core that no list names counts as {@link #AIV}. */
public enum CoreType {
    /** Matrix core. */
    AIC("aic", 0),
    /** Vector core. */
    AIV("aiv", 1);

    private final String word;
    private final int code;

    CoreType(String word, int code) {
        this.word = word;
        this.code = code;
    }

    /** As files spell it. */
    public String word() {
        return word;
    }

    /** As registers and records carry it. */
    public int code() {
        return code;
    }
}
