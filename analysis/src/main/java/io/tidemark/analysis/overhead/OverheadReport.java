package io.tidemark.analysis.overhead;

import io.tidemark.analysis.coretime.CoreTimes;
import io.tidemark.analysis.criticalpath.CriticalPathReport;
import io.tidemark.analysis.text.Report;
import java.util.List;
import java.util.Optional;

/**
 * The six parts of the scheduler-overhead report. Times are microseconds unless a part says
 * otherwise. A part the capture cannot answer is empty and {@code notes} says why. Immutable.
 *
 * @param rows runs of tasks on cores
 * @param wording how it names things
 * @param window the makespan
 * @param instants part 1: moments with an idle core and ready work
 * @param times part 1: where the core time went
 * @param switches part 2
 * @param head part 3: from dispatch, or from the end of the task before, to the start
 * @param tail part 4: from the end to the finish the scheduler noticed
 * @param loops part 5
 * @param walk another part 6, instead of the path
 * @param path part 6 along every dependency
 */
public record OverheadReport(
        String label,
        Wording wording,
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
        Optional<Part> walk,
        Optional<CriticalPathReport> path,
        List<String> notes) {
    /**
     * How a report names things.
     *
     * @param isCompat true when these are the words of the tools of simpler
     * @param window the whole of which shares are parts, and its key in JSON
     * @param momentsTitle a title before part 1; empty where a table stands before it
     */
    public record Wording(boolean isCompat, String window, String windowKey, Optional<String> momentsTitle) {
        /** The words of our own report. */
        public static final Wording DEFAULT = new Wording(false, "makespan", "makespan_us", Optional.empty());
    }

    /** A part that adds one section. */
    public interface Part {
        void addTo(Report report);
    }

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
}
