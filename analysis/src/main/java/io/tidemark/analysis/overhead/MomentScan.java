package io.tidemark.analysis.overhead;

import io.tidemark.capture.model.Moments;
import java.util.ArrayList;
import java.util.List;

/**
 * Adds up the moments in which an idle core and ready work existed at once, and remembers when each
 * engine had ready work. One thread, one sweep.
 */
final class MomentScan implements StepSweep.Visitor {
    private final EngineLoad states;
    private final List<ReadySteps> ready;
    private final Moments moments;
    private final double[] byEngine;
    private double all;
    private double some;

    MomentScan(EngineLoad states, List<ReadySteps> ready, Moments moments) {
        this.states = states;
        this.ready = ready;
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
            ready.get(type).add(begin, end, isReady);
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
