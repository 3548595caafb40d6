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

    /** The word for it in files. */
    public String word() {
        return word;
    }

    /** The number for it in registers and records. */
    public int code() {
        return code;
    }
}
