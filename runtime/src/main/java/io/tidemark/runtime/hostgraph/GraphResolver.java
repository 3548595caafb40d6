package io.tidemark.runtime.hostgraph;

import io.tidemark.chip.Actor;
import io.tidemark.runtime.RunResult.SchedulerCounters;
import io.tidemark.runtime.scheduler.Scheduler.BusyCore;
import java.util.List;

/**
 * The actor of a run that belongs to no cores: it resolves the graph, or watches a device that
 * does. Stepped by one thread at a time; the questions are for after the run.
 */
public interface GraphResolver extends Actor {
    /** What it did, in the words of a scheduler. */
    SchedulerCounters counters();

    /** Cores that had not finished what they took themselves. */
    default List<BusyCore> busyCores() {
        return List.of();
    }

    /** What the user should know about where the graph was resolved. */
    default List<String> notes() {
        return List.of();
    }
}
