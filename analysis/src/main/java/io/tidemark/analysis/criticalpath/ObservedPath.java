package io.tidemark.analysis.criticalpath;

import java.util.List;

/**
 * What a run waited for from its first start to its last end. Computes and stalls of the steps add
 * up to the makespan exactly. Immutable.
 *
 * @param beginNanos of the makespan, on the axis of the capture
 * @param notes what the capture cannot tell about stalls, a sentence each
 */
public record ObservedPath(long beginNanos, long endNanos, List<PathStep> steps, List<String> notes) {
    public ObservedPath {
        steps = List.copyOf(steps);
        notes = List.copyOf(notes);
    }

    public long makespanNanos() {
        return endNanos - beginNanos;
    }
}
