package io.tidemark.analysis.overhead;

import io.tidemark.analysis.overhead.SchedulerLoopScan.Rules;
import io.tidemark.capture.column.RowGroups;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.model.Moments;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The parts of an overhead report that do not depend on who asks. One sweep, when made; parts that
 * need no sweep may be worked out beside it.
 */
public final class OverheadParts {
    private final CaptureModel model;
    private final EngineLoad load;
    private final List<ReadySteps> ready = new ArrayList<>();
    private final MomentScan scan;

    public OverheadParts(CaptureModel model, EngineLoad load) {
        this.model = model;
        this.load = load;
        Moments moments = model.moments();
        load.types().forEach(type -> ready.add(new ReadySteps(moments)));
        scan = new MomentScan(load, ready, moments);
        load.steps().run(scan);
    }

    /** Part 1: moments with an idle core and ready work, as shares of {@code window}. */
    public InstantShares instants(double window) {
        return scan.shares(window);
    }

    /** Part 2. */
    public List<EngineSwitches> switches() {
        return new CoreSwitches(model, load).find(ready);
    }

    /** Part 3: from dispatch, or from the end of the run before, to the start. */
    public static Distribution head(CaptureModel model) {
        KernelRuns runs = model.runs();
        Moments moments = model.moments();
        RowGroups byCore = runs.timedByCore();
        Distribution.Lengths heads = new Distribution.Lengths(runs.size(), moments);
        for (int core = 0; core < byCore.count(); core++) {
            int before = -1;
            for (int at = byCore.begin(core); at < byCore.end(core); at++) {
                int run = byCore.row(at);
                if (runs.hasDispatch(run)) {
                    double head = moments.length(runs.dispatch(run), runs.start(run));
                    if (before >= 0) {
                        double gap = moments.length(runs.end(before), runs.start(run));
                        head = Math.min(head, gap);
                    }
                    heads.add(Math.max(0, head));
                }
                before = run;
            }
        }
        return heads.distribution();
    }

    /** Part 4: from the end to the finish the scheduler noticed. */
    public static Distribution tail(CaptureModel model) {
        KernelRuns runs = model.runs();
        Moments moments = model.moments();
        Distribution.Lengths tails = new Distribution.Lengths(runs.size(), moments);
        for (int run = 0; run < runs.size(); run++) {
            if (runs.isTimed(run) && runs.hasFinish(run)) {
                tails.add(Math.max(0, moments.length(runs.end(run), runs.finish(run))));
            }
        }
        return tails.distribution();
    }

    /** Part 5; empty when the capture has no phases that count. */
    public static Optional<SchedulerLoops> loops(CaptureModel model, Rules rules) {
        return new SchedulerLoopScan(model, rules).scan();
    }

    /**
     * Adds up the moments in which an idle core and ready work existed at once, and remembers when
     * each engine had ready work. One thread, one sweep.
     */
    private static final class MomentScan implements StepSweep.Visitor {
        private final EngineLoad states;
        private final ReadySteps[] ready;
        private final Moments moments;
        private final double[] byEngine;
        private double all;
        private double some;

        MomentScan(EngineLoad states, List<ReadySteps> ready, Moments moments) {
            this.states = states;
            this.ready = ready.toArray(ReadySteps[]::new);
            this.moments = moments;
            byEngine = new double[states.types().size()];
        }

        @Override
        public void stretch(long begin, long end, int[] counts) {
            double length = moments.length(begin, end);
            boolean isAll = true;
            boolean isSome = false;
            boolean isServed = true;
            for (int type = 0; type < byEngine.length; type++) {
                boolean isIdle = states.idle(type, counts) > 0;
                boolean isReady = states.ready(type, counts) > 0;
                ready[type].add(begin, end, isReady);
                byEngine[type] += isIdle && isReady ? length : 0;
                isAll &= isIdle && isReady;
                isSome |= isReady;
                isServed &= !isReady || isIdle;
            }
            all += isAll ? length : 0;
            some += isSome && isServed ? length : 0;
        }

        InstantShares shares(double window) {
            List<Double> shares = new ArrayList<>();
            for (double time : byEngine) {
                shares.add(share(time, window));
            }
            return new InstantShares(states.types(), shares, share(all, window), share(some, window));
        }

        private static double share(double part, double whole) {
            return whole <= 0 ? 0 : part / whole * 100;
        }
    }
}
