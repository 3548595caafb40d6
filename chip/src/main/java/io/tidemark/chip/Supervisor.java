package io.tidemark.chip;

/**
 * Decides whether a run continues. The thread that drives the run asks about every millisecond; no other thread does.
 */
public interface Supervisor {
    /** A supervisor that never gives up. */
    Supervisor NONE = () -> true;

    /** False when the lanes are to be given up although they have not ended. */
    boolean goesOn();

    /** How long user code may take to return once the lanes have ended. */
    default long joinNanos(long usualNanos) {
        return usualNanos;
    }
}
