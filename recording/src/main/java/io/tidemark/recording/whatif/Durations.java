package io.tidemark.recording.whatif;

import io.tidemark.chip.ChipProfile;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * How long the kernel runs of a capture took, in picoseconds: more exactly than two stamps say it.
 * A capture in virtual time lists the times of its kernels, or of its runs; a run has the one that
 * its stamps allow. Where several are allowed, or none is listed, a replay that knows when runs started finds where
 * between two ticks they ended. Unlisted runs of a kernel whose stamps differ by one tick at most are taken as equal.
 * One thread.
 */
final class Durations {
    private static final double STAMP_ERROR = 0.4; // ticks, of the difference of two stamps
    private static final int EXACT = -1; // group of a run whose time is listed
    private static final int CHOICE = -2; // group of one that may have several listed times

    private final CapturedGraph graph;
    private final long tick;
    private final Map<Integer, long[]> listed;
    private final long[] picos;
    private final int[] group;
    private int[] groupSizes = {};
    private boolean isExact;
    private boolean isWaitFree;

    /**
     * @param tick of the stamps, in picoseconds
     * @param listed times of kernels, ascending, by function id
     */
    Durations(CapturedGraph graph, long tick, Map<Integer, long[]> listed) {
        this.graph = graph;
        this.tick = tick;
        this.listed = listed;
        this.picos = new long[graph.runs()];
        Arrays.setAll(picos, at -> graph.durations.get(at) * ChipProfile.NANO);
        this.group = new int[picos.length];
    }

    long[] picos() {
        return picos.clone();
    }

    /** Whether every run has a listed time, and only one. */
    boolean isExact() {
        return isExact;
    }

    /** Whether no run took another time than its kernel says, as those do that wait inside. */
    boolean isWaitFree() {
        return isWaitFree;
    }

    /** Gives runs the times that are listed, and others that differ by rounding only their mean. */
    void smooth() {
        isExact = true;
        isWaitFree = true;
        Map<Integer, TreeMap<Long, Integer>> looseByKernel = new HashMap<>();
        for (int at = 0; at < picos.length; at++) {
            long[] times = listed.getOrDefault(graph.durationKernel.get(at), new long[0]);
            int first = firstAbove(times, picos[at] - tick);
            int end = firstAbove(times, picos[at] + tick - 1);
            long told = graph.toldPicos.get(at);
            if (told > picos[at] - tick && told < picos[at] + tick) {
                picos[at] = told;
                group[at] = EXACT;
            } else if (end - first == 1) {
                picos[at] = times[first];
                group[at] = EXACT;
            } else if (end > first) {
                picos[at] = nearest(times, first, end, picos[at]);
                group[at] = CHOICE;
                isExact = false;
            } else {
                looseByKernel
                        .computeIfAbsent(graph.durationKernel.get(at), any -> new TreeMap<>())
                        .put(picos[at], 0);
                isExact = false;
                isWaitFree &= times.length == 0;
            }
        }
        average(looseByKernel);
    }

    private void average(Map<Integer, TreeMap<Long, Integer>> looseByKernel) {
        int groups = 0;
        for (TreeMap<Long, Integer> lengths : looseByKernel.values()) {
            long first = Long.MIN_VALUE;
            for (Map.Entry<Long, Integer> length : lengths.entrySet()) {
                if (first == Long.MIN_VALUE || length.getKey() - first > tick) {
                    first = length.getKey();
                    groups++;
                }
                length.setValue(groups - 1);
            }
        }
        double[] sum = new double[groups];
        groupSizes = new int[groups];
        for (int at = 0; at < picos.length; at++) {
            if (group[at] >= 0) {
                group[at] = looseByKernel.get(graph.durationKernel.get(at)).get(picos[at]);
                sum[group[at]] += picos[at];
                groupSizes[group[at]]++;
            }
        }
        for (int at = 0; at < picos.length; at++) {
            if (group[at] >= 0) {
                picos[at] = Math.round(sum[group[at]] / groupSizes[group[at]]);
            }
        }
    }

    private static int firstAbove(long[] times, long limit) {
        int at = Arrays.binarySearch(times, limit + 1);
        return at < 0 ? -at - 1 : at;
    }

    private static long nearest(long[] times, int first, int end, long to) {
        long best = times[first];
        for (int at = first + 1; at < end; at++) {
            if (Math.abs(times[at] - to) < Math.abs(best - to)) {
                best = times[at];
            }
        }
        return best;
    }

    /**
     * How many runs started in the captured tick.
     *
     * @param starts by the clock of the chip, in picoseconds
     */
    int matches(long[] starts) {
        int matched = 0;
        for (int at = 0; at < starts.length; at++) {
            matched += isSame(starts, at) ? 1 : 0;
        }
        return matched;
    }

    private boolean isSame(long[] starts, int at) {
        return starts[at] / tick == graph.startNanos.get(at) * ChipProfile.NANO / tick;
    }

    /**
     * Narrows times down to what the captured ends allow, given when the runs started.
     *
     * @return whether anything changed
     */
    boolean refine(long[] starts) {
        long[] least = new long[groupSizes.length];
        long[] most = new long[groupSizes.length];
        Arrays.fill(most, Long.MAX_VALUE);
        boolean isChanged = false;
        for (int at = 0; at < picos.length; at++) {
            if (group[at] == EXACT || !isSame(starts, at)) {
                continue;
            }
            long low = graph.endNanos.get(at) * ChipProfile.NANO - starts[at];
            long high = low + tick - 1;
            if (group[at] == CHOICE) {
                isChanged |= choose(at, low, high);
                continue;
            }
            low = Math.max(least[group[at]], low);
            high = Math.min(most[group[at]], high);
            if (low <= high) { // else it only seems to have started then
                least[group[at]] = low;
                most[group[at]] = high;
            }
        }
        for (int at = 0; at < picos.length; at++) {
            int of = group[at];
            if (of >= 0 && (picos[at] < least[of] || picos[at] > most[of])) {
                picos[at] = (least[of] + most[of]) / 2;
                isChanged = true;
            }
        }
        return isChanged;
    }

    private boolean choose(int at, long low, long high) {
        long[] times = listed.get(graph.durationKernel.get(at));
        int first = firstAbove(times, low - 1);
        int end = firstAbove(times, high);
        if (first == end) {
            return false;
        }
        long chosen = nearest(times, first, end, picos[at]);
        boolean isChanged = chosen != picos[at];
        picos[at] = chosen;
        if (end - first == 1) {
            group[at] = EXACT;
        }
        return isChanged;
    }

    /**
     * Other times that the stamps allow too. Runs that are taken as equal are wrong together, and
     * by less.
     *
     * @param from the durations to change
     */
    long[] drawn(long[] from, Random random) {
        double[] wrong = new double[groupSizes.length];
        for (int each = 0; each < wrong.length; each++) {
            wrong[each] = random.nextGaussian() * STAMP_ERROR * tick / Math.sqrt(groupSizes[each]);
        }
        long[] drawn = from.clone();
        for (int at = 0; at < drawn.length; at++) {
            if (group[at] != EXACT) {
                double by = group[at] == CHOICE ? random.nextGaussian() * STAMP_ERROR * tick : wrong[group[at]];
                drawn[at] = Math.max(0, Math.round(drawn[at] + by));
            }
        }
        return drawn;
    }
}
