package io.tidemark.analysis.convert.arrow;

import io.tidemark.abi.swimlane.SchedPhaseKind;
import io.tidemark.analysis.convert.scene.PhaseLocator;
import io.tidemark.analysis.convert.scene.TraceScene;
import io.tidemark.capture.model.KernelRuns;

/**
 * Which scheduler thread dispatches to a core: as the capture says, or where it does not, the
 * thread whose dispatch phases cover most of the core's dispatches. Immutable.
 */
public final class DispatchThreads {
    private final int[] threadOfCore;

    private DispatchThreads(int[] threadOfCore) {
        this.threadOfCore = threadOfCore;
    }

    public static DispatchThreads of(TraceScene scene) {
        int[] threads = TraceScene.filled(scene.rows.highestCore() + 1, -1);
        if (scene.knowsThreads()) {
            for (int core = 0; core < threads.length; core++) {
                threads[core] = scene.threadOf(core);
            }
        } else {
            vote(scene, threads);
        }
        return new DispatchThreads(threads);
    }

    private static void vote(TraceScene scene, int[] threads) {
        KernelRuns rows = scene.rows;
        PhaseLocator dispatches = new PhaseLocator(scene.model, kind -> kind == SchedPhaseKind.DISPATCH);
        CoveredTimes covered = new CoveredTimes(dispatches);
        int lanes = dispatches.lanes();
        int[] votes = new int[threads.length * lanes];
        int[] firstVote = new int[votes.length]; // 1 + order in which a thread got its first vote
        int order = 0;
        for (int row = 0; row < rows.size(); row++) {
            for (int lane = 0; scene.isDispatched(row) && lane < lanes; lane++) {
                if (covered.at(lane, rows.dispatch(row))) {
                    int slot = rows.core(row) * lanes + lane;
                    votes[slot]++;
                    firstVote[slot] = firstVote[slot] == 0 ? ++order : firstVote[slot];
                }
            }
        }
        for (int core = 0; core < threads.length; core++) {
            int best = -1;
            for (int lane = 0; lane < lanes; lane++) {
                int slot = core * lanes + lane;
                int known = core * lanes + best;
                boolean better = votes[slot] > 0
                        && (best < 0
                                || votes[slot] > votes[known]
                                || votes[slot] == votes[known] && firstVote[slot] < firstVote[known]);
                best = better ? lane : best;
            }
            threads[core] = best;
        }
    }

    public int of(int core) {
        return threadOfCore[core];
    }

    /**
     * Answers whether any phase of a lane runs at a time, by bisection over running maxima of ends.
     */
    private static final class CoveredTimes {
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

        boolean at(int lane, long moment) {
            int low = phases.first(lane);
            int high = phases.last(lane);
            int first = low;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (phases.begin(middle) <= moment) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low > first && latestEnd[low - 1] >= moment;
        }
    }
}
