package io.tidemark.capture.deps;

/** Who found a dependency. Codes are written into table files and are never reused. */
public enum EdgeSource {
    EXPLICIT(0, "explicit"),
    CREATOR(1, "creator"),
    TENSORMAP(2, "tensormap"),
    /** Pair lists of the first form, and words and codes not known here. */
    UNKNOWN(3, "");

    private static final EdgeSource[] ALL = values();

    private final int code;
    private final String word;

    EdgeSource(int code, String word) {
        this.code = code;
        this.word = word;
    }

    public int code() {
        return code;
    }

    /** {@link #UNKNOWN} for a code that is not known here. */
    public static EdgeSource ofCode(int code) {
        for (EdgeSource source : ALL) {
            if (source.code == code) {
                return source;
            }
        }
        return UNKNOWN;
    }

    public String word() {
        return word;
    }
}
