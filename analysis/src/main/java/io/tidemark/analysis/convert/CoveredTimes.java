package io.tidemark.analysis.convert;

/** Answers whether any phase of a lane runs at a time, by bisection over running maxima of ends. */
final class CoveredTimes {
    private final PhaseLocator phases;
    private final long[] latestEnd; // of all phases of the lane up to and including this one

    CoveredTimes(PhaseLocator phases) {
        this.phases = phases;
        latestEnd = new long[phases.size()];
        for (int lane = 0; lane < phases.lanes(); lane++) {
            long latest = Long.MIN_VALUE;
            for (int at = phases.first(lane); at < phases.last(lane); at++) {
                latest = Math.max(latest, phases.end(at));
                latestEnd[at] = latest;
            }
        }
    }

    boolean at(int lane, long nanos) {
        int low = phases.first(lane);
        int high = phases.last(lane);
        int first = low;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (phases.begin(middle) <= nanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low > first && latestEnd[low - 1] >= nanos;
    }
}
