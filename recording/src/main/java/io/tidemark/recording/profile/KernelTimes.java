package io.tidemark.recording.profile;

import io.tidemark.capture.column.IntColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How long the kernel runs of a run in virtual time take, to the picosecond: stamps are as coarse
 * as the clock of the chip. Keeps the different times of each kernel, and of each core the order in
 * which it had them. For the thread that has the turn; read after the run.
 */
public final class KernelTimes {
    private static final int MOST_RUNS = 1 << 22; // whose order is kept
    private static final int MOST_TIMES = 1 << 20; // that are kept
    private static final int MOST_LISTED = 1 << 20; // runs that a file lists one by one

    private final Map<Time, Integer> places = new HashMap<>();
    private final List<Time> times = new ArrayList<>();
    private final List<IntColumn> byCore = new ArrayList<>();
    private int runs;
    private boolean isWhole = true;

    /** One time of one kernel. */
    private record Time(int kernel, long picos) {}

    /** A run begins on a core. */
    public void add(int core, int functionId, long picos) {
        Time time = new Time(functionId, picos);
        Integer place = places.get(time);
        if (place == null) {
            if (times.size() == MOST_TIMES) {
                isWhole = false;
                return;
            }
            place = times.size();
            places.put(time, place);
            times.add(time);
        }
        if (runs++ < MOST_RUNS) {
            while (byCore.size() <= core) {
                byCore.add(new IntColumn());
            }
            byCore.get(core).add(place);
        }
    }

    /** Ascending picoseconds by function id; empty if there are too many. */
    public Map<Integer, long[]> byKernel() {
        Map<Integer, TreeSet<Long>> sorted = new TreeMap<>();
        if (isWhole) {
            times.forEach(time -> sorted.computeIfAbsent(time.kernel(), any -> new TreeSet<>())
                    .add(time.picos()));
        }
        Map<Integer, long[]> known = new TreeMap<>();
        sorted.forEach((kernel, all) ->
                known.put(kernel, all.stream().mapToLong(Long::longValue).toArray()));
        return known;
    }

    /**
     * Of each core, the times of the runs whose kernel stamps do not tell: those with two times
     * closer together than two ticks. Empty if there are too many of them.
     */
    public Map<Integer, long[]> byCore(long tickPicos) {
        Map<Integer, long[]> known = new TreeMap<>();
        if (!isWhole || runs > MOST_RUNS) {
            return known;
        }
        Map<Integer, long[]> all = byKernel();
        boolean[] isListed = new boolean[times.size()];
        for (int place = 0; place < isListed.length; place++) {
            isListed[place] = isClose(all.get(times.get(place).kernel()), tickPicos);
        }
        int listed = 0;
        for (int core = 0; core < byCore.size(); core++) {
            IntColumn order = byCore.get(core);
            long[] picos = new long[order.size()];
            int count = 0;
            for (int at = 0; at < order.size(); at++) {
                if (isListed[order.get(at)]) {
                    picos[count++] = times.get(order.get(at)).picos();
                }
            }
            listed += count;
            if (count > 0) {
                known.put(core, Arrays.copyOf(picos, count));
            }
        }
        return listed > MOST_LISTED ? Map.of() : known;
    }

    /** Whether stamps of this tick cannot tell some of these times apart. */
    public static boolean isClose(long[] ascending, long tickPicos) {
        for (int at = 1; at < ascending.length; at++) {
            if (ascending[at] - ascending[at - 1] < 2 * tickPicos) {
                return true;
            }
        }
        return false;
    }
}
