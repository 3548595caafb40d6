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
}
