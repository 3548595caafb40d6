package io.tidemark.runtime.graph;

import io.tidemark.abi.swimlane.HostPhaseKind;

/** Where the host tells which work it did, beside submits, while it built a graph. */
public interface HostPhaseProbe {
    /** Now, by the clock of {@link #hostPhase}. */
    default long hostNanos() {
        return System.nanoTime();
    }

    /**
     * The host did something else that takes time while it built the graph.
     *
     * @param detail a task id or an amount, by kind
     */
    default void hostPhase(HostPhaseKind kind, long beginNanos, long endNanos, long detail) {}
}
