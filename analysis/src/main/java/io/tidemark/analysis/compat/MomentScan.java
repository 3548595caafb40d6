package io.tidemark.analysis.compat;

import io.tidemark.analysis.overhead.InstantShares;
import java.util.ArrayList;
import java.util.List;

/**
 * Adds up the moments in which an idle core and ready work existed at once, and remembers when each
 * engine had ready work. One thread, one sweep.
 */
final class MomentScan implements StepSweep.Visitor {
    private final TaskStates states;
    private final List<ReadySteps> ready;
    private final double[] byEngine;
    private double all;
    private double some;

    MomentScan(TaskStates states, List<ReadySteps> ready) {
        this.states = states;
        this.ready = ready;
        byEngine = new double[states.types().size()];
    }

    @Override
    public void stretch(double begin, double end, int[] counts) {
        boolean isAll = true;
        boolean isSome = false;
        boolean isServed = true;
        for (int type = 0; type < byEngine.length; type++) {
            boolean isIdle = states.idle(type, counts) > 0;
            boolean isReady = states.ready(type, counts) > 0;
            ready.get(type).add(begin, end, isReady);
            byEngine[type] += isIdle && isReady ? end - begin : 0;
            isAll &= isIdle && isReady;
            isSome |= isReady;
            isServed &= !isReady || isIdle;
        }
        all += isAll ? end - begin : 0;
        some += isSome && isServed ? end - begin : 0;
    }

    InstantShares shares(double window) {
        List<Double> shares = new ArrayList<>();
        for (double time : byEngine) {
            shares.add(share(time, window));
        }
        return new InstantShares(states.types(), shares, share(all, window), share(some, window));
    }

    static double share(double part, double whole) {
        return whole <= 0 ? 0 : part / whole * 100;
    }
}
