package io.tidemark.analysis.compat;

import io.tidemark.abi.swimlane.SchedPhaseKind;
import io.tidemark.analysis.overhead.InstantShares;
import io.tidemark.analysis.overhead.Limit;
import io.tidemark.analysis.overhead.OverheadParts;
import io.tidemark.analysis.overhead.OverheadReport;
import io.tidemark.analysis.overhead.OverheadReport.Wording;
import io.tidemark.analysis.overhead.SchedulerLoopScan.Rules;
import io.tidemark.analysis.overhead.SchedulerLoops;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.swimlane.SwimlaneMetadata;
import java.util.List;
import java.util.Optional;

/** The scheduler-overhead report of simpler, number for number. Pure; linear but for sorts. */
public final class CompatOverhead {
    private static final Wording WORDING = new Wording(
            true,
            "window",
            "window_us",
            Optional.of("1. Moments with an idle core and ready work, share of the window"));

    private CompatOverhead() {}

    /** The report of a run with at least one row. Its path part stops where phases are missing. */
    public static OverheadReport of(String label, CaptureModel model) {
        if (model.runs().size() == 0) {
            throw new IllegalArgumentException("rows=0");
        }
        CompatLoad load = new CompatLoad(model);
        OverheadParts parts = new OverheadParts(model, load);
        double window = model.moments().length(load.windowBegin(), load.windowEnd());
        InstantShares instants = parts.instants(window);
        Optional<SchedulerLoops> loops = OverheadParts.loops(model, new Loops());
        return new OverheadReport(
                label,
                WORDING,
                model.table().level(),
                model.runs().size(),
                window,
                Limit.ofScheduler(instants.some()),
                Optional.of(instants),
                Optional.empty(),
                parts.switches(),
                Optional.of(OverheadParts.head(model)),
                Optional.of(OverheadParts.tail(model)),
                loops,
                loops.map(known -> BackWalk.of(model)),
                Optional.empty(),
                List.of());
    }

    /** Three kinds of phases are work, each counted whole. */
    private static final class Loops implements Rules {
        private static final List<String> COUNTED = List.of("complete", "async_poll", "dispatch");

        @Override
        public boolean counts(SchedPhaseKind kind, String word) {
            return COUNTED.contains(word);
        }

        @Override
        public long countsFrom(long begin, long coveredUntil) {
            return begin;
        }

        @Override
        public boolean countsFinishes(SwimlaneMetadata metadata, int thread) {
            return true;
        }
    }
}
