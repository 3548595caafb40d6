package io.tidemark.capture.deps;

/** How a consumer's region meets the producer's. */
public enum Overlap {
    /** The edge does not say. */
    NONE(""),
    COVERED("covered"),
    OTHER("other"),
    NO_OVERLAP("no_overlap");

    private final String word;

    Overlap(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }

    public static Overlap ofWord(String word) {
        for (Overlap overlap : values()) {
            if (overlap.word.equals(word)) {
                return overlap;
            }
        }
        return OTHER;
    }
}
