package io.tidemark.chip;

/**
 * Modelled time: whoever has the turn says what its work costs, and its own time goes on by that.
 * For the one thread that has the turn.
 */
public interface TimeModel {
    ChipProfile profile();

    /** The work that is done now takes so long. */
    void spend(long picos);

    /** Now, in nanoseconds. */
    long nanos();

    /** Orchestration: those whose time is earlier go first. */
    void letOthersGoFirst();

    /** Does something so long from now, and lets the schedulers look. It takes no time itself. */
    void after(long picos, Runnable what);

    /** The host collects records now; it takes no time of the chip's. */
    void letHostCollect();
}
