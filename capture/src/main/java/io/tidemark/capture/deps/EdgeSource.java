package io.tidemark.capture.deps;

/** Who found a dependency. */
public enum EdgeSource {
    EXPLICIT("explicit"),
    CREATOR("creator"),
    TENSORMAP("tensormap"),
    /** Pair lists of the first form, and words not known here. */
    UNKNOWN("");

    private final String word;

    EdgeSource(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
