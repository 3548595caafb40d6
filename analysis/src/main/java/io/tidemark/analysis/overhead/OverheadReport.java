package io.tidemark.analysis.overhead;

import io.tidemark.analysis.coretime.CoreTimes;
import io.tidemark.analysis.criticalpath.CriticalPathReport;
import java.util.List;
import java.util.Optional;

/**
 * The six parts of the scheduler-overhead report. Times are microseconds unless a part says
 * otherwise. A part the capture cannot answer is empty and {@code notes} says why. Immutable.
 *
 * @param rows runs of tasks on cores
 * @param window the makespan; as today's report counts it when that is matched
 * @param instants part 1 as today's report counts it
 * @param times part 1: where the core time went; empty when today's report is matched
 * @param switches part 2
 * @param head part 3: from dispatch, or from the end of the task before, to the start
 * @param tail part 4: from the end to the finish the scheduler noticed
 * @param loops part 5
 * @param walk part 6 as today's report walks it
 * @param path part 6 along every dependency; empty when today's report is matched
 */
public record OverheadReport(
        String label,
        boolean compat,
        int level,
        int rows,
        double window,
        Limit limit,
        Optional<InstantShares> instants,
        Optional<CoreTimes> times,
        List<EngineSwitches> switches,
        Optional<Distribution> head,
        Optional<Distribution> tail,
        Optional<SchedulerLoops> loops,
        Optional<BackWalk> walk,
        Optional<CriticalPathReport> path,
        List<String> notes) {
    public OverheadReport {
        switches = List.copyOf(switches);
        notes = List.copyOf(notes);
    }

    /** Least time any core lost to switches. */
    public double switchLowerBound() {
        return switches.stream().mapToDouble(EngineSwitches::least).min().orElse(0);
    }

    /** Sum over engines of the least time one of their cores lost. */
    public double switchUpperBound() {
        return switches.stream().mapToDouble(EngineSwitches::least).sum();
    }

    public double percentOfWindow(double micros) {
        return window <= 0 ? 0 : micros / window * 100;
    }

    /** True when today's report would have stopped before part 5. */
    public boolean lacksPhases() {
        return loops.isEmpty();
    }
}
