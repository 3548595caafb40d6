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

    public static EdgeSource ofWord(String word) {
        for (EdgeSource source : values()) {
            if (source.word.equals(word)) {
                return source;
            }
        }
        return UNKNOWN;
    }
}
