package io.tidemark.runtime.recording;

import io.tidemark.abi.swimlane.HostPhaseKind;
import java.util.ArrayList;
import java.util.List;

/**
 * What the host did besides submitting while it built a graph, kept in its own memory. Bounded:
 * what does not fit is counted. Orchestrator thread while the run goes on, then any.
 */
public final class HostPhaseLog {
    public static final int MOST_PHASES = 24 * 512;

    /** One timed operation; {@code detail} is a task id or an amount, by kind. */
    public record Phase(HostPhaseKind kind, long beginNanos, long endNanos, long detail) {}

    private final List<Phase> phases = new ArrayList<>();
    private long dropped;

    void add(HostPhaseKind kind, long beginNanos, long endNanos, long detail) {
        if (phases.size() == MOST_PHASES) {
            dropped++;
        } else {
            phases.add(new Phase(kind, beginNanos, endNanos, detail));
        }
    }

    /** After the run. */
    public List<Phase> phases() {
        return List.copyOf(phases);
    }

    public long dropped() {
        return dropped;
    }
}
