package io.tidemark.chip;

/**
 * Modelled time: the actor that has the turn says what its work costs, and its time advances by
 * that. For the one thread that has the turn.
 */
public interface TimeModel {
    ChipProfile profile();

    /** Spends the time that the current work takes. */
    void spend(long picos);

    /** Now, in nanoseconds. */
    long nanos();

    /** Lets actors with an earlier time go first. Called by the orchestration. */
    void yieldTurn();

    /** Does something so long from now, and lets the schedulers look. It takes no time itself. */
    void after(long picos, Runnable what);

    /** The host collects records now; it takes no time of the chip's. */
    void letHostCollect();
}
