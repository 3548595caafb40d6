package io.tidemark.viewer.timeline;

/**
 * One horizontal strip of the picture: spans sorted by begin, in nanoseconds since the origin of
 * the timeline. Immutable; any thread may read. Made by {@link LaneBuilder}.
 *
 * <p>Spans of one lane rarely overlap, but a damaged capture may hold any times: {@code latestEnd}
 * makes the search for a window right even then.
 */
public final class Lane implements LaneHead {
    private final LaneKind kind;
    private final String label;
    private final long[] begin;
    private final long[] end;
    private final int[] name;
    private final int[] reference;
    private final long[] latestEnd;

    Lane(LaneKind kind, String label, long[] begin, long[] end, int[] name, int[] reference) {
        this.kind = kind;
        this.label = label;
        this.begin = begin;
        this.end = end;
        this.name = name;
        this.reference = reference;
        this.latestEnd = latestEnds(end);
    }

    private static long[] latestEnds(long[] end) {
        long[] latest = new long[end.length];
        long seen = Long.MIN_VALUE;
        for (int span = 0; span < end.length; span++) {
            seen = Math.max(seen, end[span]);
            latest[span] = seen;
        }
        return latest;
    }

    @Override
    public LaneKind kind() {
        return kind;
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public int size() {
        return begin.length;
    }

    public long beginNanos(int span) {
        return begin[span];
    }

    public long endNanos(int span) {
        return end[span];
    }

    /** Index into the name table of the timeline. */
    public int name(int span) {
        return name[span];
    }

    /** Which run or phase the span stands for; its meaning depends on {@link #kind}. */
    public int reference(int span) {
        return reference[span];
    }

    /** The last moment anything on this lane ends, 0 when it is empty. */
    public long latestEndNanos() {
        return latestEnd.length == 0 ? 0 : latestEnd[latestEnd.length - 1];
    }

    /**
     * First span that may reach into a window beginning at {@code from}: all before it ended
     * earlier.
     */
    public int firstReaching(long from) {
        int low = 0;
        int high = latestEnd.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (latestEnd[middle] < from) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** First span that begins at {@code to} or later. */
    public int firstFrom(long to) {
        int low = 0;
        int high = begin.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (begin[middle] < to) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
