package io.tidemark.analysis.overhead;

import io.tidemark.capture.swimlane.CoreType;
import java.util.ArrayList;
import java.util.List;

/**
 * Adds up where the time of all cores went. A free core is billed to at most one waiting run: first
 * to submitted ones, then to those that only wait to be submitted. One thread, one sweep.
 */
final class CoreTimeScan implements StepSweep.Visitor {
    private static final int COMPUTE = 0;
    private static final int PICKUP = 1;
    private static final int SCHEDULER = 2;
    private static final int SUBMIT = 3;
    private static final int DEPENDENCY = 4;

    private final EngineSteps steps;
    private final double[][] sums;

    CoreTimeScan(EngineSteps steps) {
        this.steps = steps;
        sums = new double[steps.types().size()][DEPENDENCY + 1];
    }

    @Override
    public void stretch(double begin, double end, int[] counts) {
        double span = end - begin;
        for (int type = 0; type < sums.length; type++) {
            int base = EngineSteps.CHANNELS * type;
            int idle = Math.max(0, steps.idle(type, counts));
            int late = Math.min(idle, steps.ready(type, counts));
            int early = Math.min(idle - late, steps.unsubmitted(type, counts));
            sums[type][COMPUTE] += span * counts[base + EngineSteps.RUNNING];
            sums[type][PICKUP] += span * counts[base + EngineSteps.PICKUP];
            sums[type][SCHEDULER] += span * late;
            sums[type][SUBMIT] += span * early;
            sums[type][DEPENDENCY] += span * (idle - late - early);
        }
    }

    List<EngineShares> shares() {
        List<EngineShares> shares = new ArrayList<>();
        for (int type = 0; type < sums.length; type++) {
            CoreType core = steps.types().get(type);
            double[] sum = sums[type];
            shares.add(
                    new EngineShares(
                            core,
                            steps.cores(core),
                            sum[COMPUTE],
                            sum[PICKUP],
                            sum[SCHEDULER],
                            sum[SUBMIT],
                            sum[DEPENDENCY]));
        }
        return shares;
    }
}
