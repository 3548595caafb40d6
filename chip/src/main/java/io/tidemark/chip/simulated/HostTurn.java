package io.tidemark.chip.simulated;

/**
 * What collects the records of a run in virtual time, whenever the run lets it. For the thread that
 * has the turn.
 */
@FunctionalInterface
public interface HostTurn {
    /** Collects what is there; false if there was nothing. Never waits. */
    boolean collect();
}
