package io.tidemark.abi.stall;

/**
 * What the core of an unfinished task did before the stop, by looks at the core's progress word
 * during the hang. Words in {@code hang.json}, never reused.
 */
public enum CoreProgress {
    /** The task is on no core. */
    NONE("none"),
    /** The kernel returned when it was asked to stop. */
    RETURNED("returned"),
    /** The core had come to this kernel only just before. */
    ADVANCING("advancing"),
    /** The word stood still. */
    FROZEN("frozen");

    private final String word;

    CoreProgress(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
