package io.tidemark.abi;

/** The two kinds of cores. A core that no list names counts as {@link #AIV}. */
public enum CoreType {
    AIC("aic"),
    AIV("aiv");

    private final String word;

    CoreType(String word) {
        this.word = word;
    }

    /** As files spell it. */
    public String word() {
        return word;
    }
}
