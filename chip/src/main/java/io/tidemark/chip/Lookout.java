package io.tidemark.chip;

/**
 * What the thread that drives a run asks every millisecond or so, whatever the lanes do. Called by
 * that thread only.
 */
public interface Lookout {
    /** A lookout that never gives up. */
    Lookout NONE = () -> true;

    /** False when the lanes are to be given up although they have not ended. */
    boolean goesOn();

    /** How long user code may take to return once the lanes have ended. */
    default long joinNanos(long usualNanos) {
        return usualNanos;
    }
}
