package io.tidemark.recording.whatif;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * How long the kernel runs of a capture took, more exactly than two stamps say it. In virtual time
 * equal work takes equal time: runs of a kernel whose stamps differ by one tick at most are taken
 * as equal, and a replay that knows when they started tells where between two ticks they ended. One
 * thread.
 */
final class Durations {
    private final CapturedGraph graph;
    private final long tick; // nanoseconds
    private final long[] nanos;
    private final int[] group;
    private final Integer[] byStart;
    private int groups;

    Durations(CapturedGraph graph, long tick) {
        this.graph = graph;
        this.tick = tick;
        this.nanos = new long[graph.runs()];
        Arrays.setAll(nanos, graph.durations::get);
        this.group = new int[nanos.length];
        this.byStart = new Integer[nanos.length];
        Arrays.setAll(byStart, at -> at);
        Arrays.sort(
                byStart, (a, b) -> Long.compare(graph.startNanos.get(a), graph.startNanos.get(b)));
    }

    /** Each as recorded. */
    long[] nanos() {
        return nanos.clone();
    }

    /** How many runs are taken to be as long as this one. */
    int[] groupSizes() {
        int[] sizes = new int[groups];
        for (int each : group) {
            sizes[each]++;
        }
        return sizes;
    }

    int group(int at) {
        return group[at];
    }

    /** Gives runs that differ by rounding only their mean. */
    void smooth() {
        Map<Integer, TreeMap<Long, Integer>> byKernel = new HashMap<>();
        for (int at = 0; at < nanos.length; at++) {
            byKernel.computeIfAbsent(graph.durationKernel.get(at), any -> new TreeMap<>())
                    .put(nanos[at], 0);
        }
        for (TreeMap<Long, Integer> lengths : byKernel.values()) {
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
        int[] count = new int[groups];
        for (int at = 0; at < nanos.length; at++) {
            group[at] = byKernel.get(graph.durationKernel.get(at)).get(nanos[at]);
            sum[group[at]] += nanos[at];
            count[group[at]]++;
        }
        for (int at = 0; at < nanos.length; at++) {
            nanos[at] = Math.round(sum[group[at]] / count[group[at]]);
        }
    }

    /** How many runs started in the captured tick. */
    int matches(long[] starts) {
        int matched = 0;
        for (int at = 0; at < starts.length; at++) {
            matched += isSame(starts, at) ? 1 : 0;
        }
        return matched;
    }

    private boolean isSame(long[] starts, int at) {
        return starts[at] / tick * tick == graph.startNanos.get(at);
    }

    /**
     * Narrows the groups down to what the captured ends allow, given when the runs started.
     *
     * @return whether anything changed
     */
    boolean refine(long[] starts) {
        long[] least = new long[groups];
        long[] most = new long[groups];
        Arrays.fill(most, Long.MAX_VALUE);
        long[] now = new long[groups];
        for (int at : byStart) {
            now[group[at]] = nanos[at];
            if (isSame(starts, at)) {
                long low = Math.max(least[group[at]], graph.endNanos.get(at) - starts[at]);
                long high =
                        Math.min(most[group[at]], graph.endNanos.get(at) + tick - 1 - starts[at]);
                if (low <= high) { // else it only seems to have started then
                    least[group[at]] = low;
                    most[group[at]] = high;
                }
            }
        }
        boolean isChanged = false;
        for (int at = 0; at < nanos.length; at++) {
            int of = group[at];
            if (now[of] < least[of] || now[of] > most[of]) {
                nanos[at] = (least[of] + most[of]) / 2;
                isChanged = true;
            }
        }
        return isChanged;
    }
}
