package io.tidemark.recording.whatif;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Where a makespan lies: the middle 95 of 100 runs with durations drawn anew, wider on both sides by the largest error
 * of an unchanged run at which the question is not refused. Immutable.
 *
 * @param draws runs behind it; none where every duration is known exactly
 */
public record Interval(long lowNanos, long highNanos, int draws) {
    private static final int MOST_DRAWS = 20;
    private static final int FEWEST_DRAWS = 4;
    private static final long MOST_RUNS = 2_000_000; // of kernels, in all draws together
    private static final double TAIL = 0.025;

    /**
     * @param seed equal seeds give equal draws
     */
    public static Interval of(WhatIf run, Changes changes, long predicted, long seed) throws WhatIfRefusedException {
        long wrong = Math.round(run.machine().replayLimit() * predicted);
        if (run.isExact()) {
            return new Interval(Math.max(0, predicted - wrong), predicted + wrong, 0);
        }
        int draws = Math.clamp(MOST_RUNS / Math.max(1, run.graph().runs()), FEWEST_DRAWS, MOST_DRAWS);
        List<Long> drawn = new ArrayList<>(run.resampled(changes, draws, seed));
        Collections.sort(drawn);
        long low = Math.min(predicted, drawn.get((int) (draws * TAIL)));
        long high = Math.max(predicted, drawn.get((int) Math.ceil(draws * (1 - TAIL)) - 1));
        return new Interval(Math.max(0, low - wrong), high + wrong, draws);
    }

    public boolean contains(long nanos) {
        return nanos >= lowNanos && nanos <= highNanos;
    }
}
