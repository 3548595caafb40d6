package io.tidemark.analysis.compat.trace;

/** Answers whether any phase of a lane runs at a time, by bisection over running maxima of ends. */
final class CoveredTimes {
    private final PhaseLocator phases;
    private final double[] latestEnd; // of all phases of the lane up to and including this one

    CoveredTimes(PhaseLocator phases) {
        this.phases = phases;
        latestEnd = new double[phases.size()];
        for (int lane = 0; lane < phases.lanes(); lane++) {
            double latest = Double.NEGATIVE_INFINITY;
            for (int at = phases.first(lane); at < phases.last(lane); at++) {
                latest = Math.max(latest, phases.end(at));
                latestEnd[at] = latest;
            }
        }
    }

    boolean at(int lane, double micros) {
        int low = phases.first(lane);
        int high = phases.last(lane);
        int first = low;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (phases.begin(middle) <= micros) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low > first && latestEnd[low - 1] >= micros;
    }
}
