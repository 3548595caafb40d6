package io.tidemark.analysis.counter;

/** What a counter counts. */
public enum CounterUnit {
    COUNT("count"),
    BYTES("bytes"),
    PER_SECOND("per_second");

    private final String key;

    CounterUnit(String key) {
        this.key = key;
    }

    /** The name for programs. */
    public String key() {
        return key;
    }
}
