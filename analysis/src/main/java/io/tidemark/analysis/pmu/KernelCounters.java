package io.tidemark.analysis.pmu;

import java.util.List;

/**
 * Counters of one kernel on one type of core over all its subtasks.
 *
 * @param cycles of the whole subtask
 * @param counters in the order of the file's columns
 */
public record KernelCounters(int functionId, String name, String cores, Spread cycles, List<Spread> counters) {
    public KernelCounters {
        counters = List.copyOf(counters);
    }

    public long count() {
        return cycles.count();
    }
}
