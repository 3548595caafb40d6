package io.tidemark.capture.swimlane.read;

import io.tidemark.capture.column.Extent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;

/**
 * Tells stamps of a run from stamps that cannot belong to it, by the stamps alone. Immutable once
 * made; made by one thread.
 *
 * <p>A stamp of {@link #IMPOSSIBLE} or more is none: no counter that starts with the chip has got
 * there. The others fall into clusters, cut where no lane stamped anything for longer than a run
 * can be silent: the length of the run where the capture says it, else {@link #SILENCE_SECONDS}.
 * The cluster with most stamps is the run. Where the length is not known, a further cluster counts
 * as well when
 *
 * <ul>
 *   <li>two lanes stamped in it (a run that stood still for long), or
 *   <li>it holds at least two rows and most rows of a lane (a core whose clock is another one's).
 * </ul>
 *
 * All other clusters are claims of single rows, which nothing else in the file supports.
 */
final class MomentClusters {
    /** From here on a stamp is an unset or overflowed counter: 146 years at 1 GHz. */
    static final long IMPOSSIBLE = 1L << 62;

    /** Far longer than any watchdog of a chip lets a run stand still. */
    static final long SILENCE_SECONDS = 600;

    /**
     * The rows of one table; a stamp of 0 or less is no stamp.
     *
     * @param extent of all stamps
     */
    record Stamps(int size, IntUnaryOperator lane, IntToLongFunction start, IntToLongFunction end, Extent extent) {}

    private final List<Stamps> tables;
    private final long silenceTicks;
    private final boolean lengthIsKnown;
    private boolean sawImpossible;
    private long[] clusterEnd = {};
    private boolean[] accepted = {};

    MomentClusters(List<Stamps> tables, long hz, OptionalLong runNanos) {
        this.tables = tables;
        this.lengthIsKnown = runNanos.isPresent();
        double seconds = lengthIsKnown ? runNanos.getAsLong() / 1e9 : SILENCE_SECONDS;
        this.silenceTicks = (long) Math.min(IMPOSSIBLE, seconds * hz);
        if (needsClusters()) {
            clusterEnd = cut();
            accepted = accept();
        }
    }

    boolean hasStrays() {
        boolean refused = false;
        for (boolean one : accepted) {
            refused |= !one;
        }
        return sawImpossible || refused;
    }

    /** What made a stamp a stray, for a sentence. */
    String reason() {
        return lengthIsKnown
                ? "further from all others than the run is long"
                : "more than " + SILENCE_SECONDS / 60 + " minutes from all that other lanes stamped";
    }

    /** The rows of one table that hold a stamp outside the run. */
    BitSet strays(int table) {
        BitSet strays = new BitSet();
        Stamps stamps = tables.get(table);
        for (int row = 0; row < stamps.size(); row++) {
            if (isStray(stamps.start().applyAsLong(row)) || isStray(stamps.end().applyAsLong(row))) {
                strays.set(row);
            }
        }
        return strays;
    }

    private boolean isStray(long stamp) {
        return stamp >= IMPOSSIBLE || (stamp > 0 && accepted.length > 0 && !accepted[cluster(stamp)]);
    }

    /** True when the stamps do not lie so close together that they are one cluster anyway. */
    private boolean needsClusters() {
        Extent all = new Extent();
        tables.forEach(stamps -> all.addAll(stamps.extent()));
        if (all.highest() < IMPOSSIBLE) {
            return all.highest() > 0 && all.highest() - all.lowest() > silenceTicks;
        }
        long lowest = Long.MAX_VALUE;
        long highest = 0;
        for (Stamps stamps : tables) {
            for (int row = 0; row < stamps.size(); row++) {
                long start = stamps.start().applyAsLong(row);
                long end = stamps.end().applyAsLong(row);
                for (int which = 0; which < 2; which++) {
                    long stamp = which == 0 ? start : end;
                    if (stamp >= IMPOSSIBLE) {
                        sawImpossible = true;
                    } else if (stamp > 0) {
                        lowest = Math.min(lowest, stamp);
                        highest = Math.max(highest, stamp);
                    }
                }
            }
        }
        return highest > 0 && highest - lowest > silenceTicks;
    }

    /** The last stamp of each cluster, ascending. */
    private long[] cut() {
        int rows = tables.stream().mapToInt(Stamps::size).sum();
        long[] all = new long[Math.multiplyExact(rows, 2)];
        int count = 0;
        for (Stamps stamps : tables) {
            for (int row = 0; row < stamps.size(); row++) {
                count = put(all, count, stamps.start().applyAsLong(row));
                count = put(all, count, stamps.end().applyAsLong(row));
            }
        }
        Arrays.sort(all, 0, count);
        List<Long> ends = new ArrayList<>();
        for (int at = 0; at < count; at++) {
            if (at + 1 == count || all[at + 1] - all[at] > silenceTicks) {
                ends.add(all[at]);
            }
        }
        return ends.stream().mapToLong(Long::longValue).toArray();
    }

    private static int put(long[] all, int count, long stamp) {
        if (stamp > 0 && stamp < IMPOSSIBLE) {
            all[count++] = stamp;
        }
        return count;
    }

    private int cluster(long stamp) {
        int found = Arrays.binarySearch(clusterEnd, stamp);
        return found >= 0 ? found : -found - 1;
    }

    private boolean[] accept() {
        int clusters = clusterEnd.length;
        long[] stampCount = new long[clusters];
        int[] firstLane = new int[clusters];
        Arrays.fill(firstLane, -1);
        boolean[] lanesAgree = new boolean[clusters];
        Map<Integer, Integer> rowsOfLane = new HashMap<>();
        Map<Long, Integer> rowsOfLaneInCluster = new HashMap<>();
        for (Stamps stamps : tables) {
            for (int row = 0; row < stamps.size(); row++) {
                int lane = stamps.lane().applyAsInt(row);
                int from = clusterOrNone(stamps.start().applyAsLong(row));
                int to = clusterOrNone(stamps.end().applyAsLong(row));
                rowsOfLane.merge(lane, 1, Integer::sum);
                see(from, lane, stampCount, firstLane, lanesAgree);
                see(to, lane, stampCount, firstLane, lanesAgree);
                boolean whole = from >= 0 && to >= 0 ? from == to : from != to;
                if (whole) {
                    long key = (long) lane << 32 | Math.max(from, to);
                    rowsOfLaneInCluster.merge(key, 1, Integer::sum);
                }
            }
        }
        boolean[] good = new boolean[clusters];
        int largest = 0;
        for (int cluster = 0; cluster < clusters; cluster++) {
            largest = stampCount[cluster] > stampCount[largest] ? cluster : largest;
            good[cluster] = !lengthIsKnown && lanesAgree[cluster];
        }
        good[largest] = true;
        if (!lengthIsKnown) {
            rowsOfLaneInCluster.forEach((key, rows) -> {
                int all = rowsOfLane.get((int) (key >>> 32));
                good[key.intValue()] |= rows >= 2 && 2 * rows > all;
            });
        }
        return good;
    }

    private int clusterOrNone(long stamp) {
        return stamp > 0 && stamp < IMPOSSIBLE ? cluster(stamp) : -1;
    }

    private static void see(int cluster, int lane, long[] stampCount, int[] firstLane, boolean[] lanesAgree) {
        if (cluster >= 0) {
            stampCount[cluster]++;
            lanesAgree[cluster] |= firstLane[cluster] >= 0 && firstLane[cluster] != lane;
            firstLane[cluster] = lane;
        }
    }
}
