package io.tidemark.viewer.timeline;

import io.tidemark.capture.column.IntColumn;
import io.tidemark.capture.column.ShortColumn;
import io.tidemark.capture.column.SpanColumn;

/**
 * One horizontal strip of the picture: spans sorted by begin, in nanoseconds since the origin of
 * the timeline, in 14 bytes each. Immutable; any thread may read. Made by {@link LaneBuilder}.
 *
 * <p>Spans of one lane rarely overlap, but a damaged capture may hold any times: {@code latestEnd}
 * makes the search for a window right even then.
 */
public final class Lane {
    private final LaneKind kind;
    private final String label;
    private final int size;
    private final SpanColumn spans; // null without any, as the other columns
    private final ShortColumn name;
    private final IntColumn reference;
    private final long[] latestEnd; // null where ends never fall

    /**
     * @param endsSorted whether no span ends before one that stands before it
     */
    Lane(LaneKind kind, String label, SpanColumn spans, ShortColumn name, IntColumn reference, boolean endsSorted) {
        this.kind = kind;
        this.label = label;
        this.size = spans == null ? 0 : spans.size();
        this.spans = spans;
        this.name = name;
        this.reference = reference;
        this.latestEnd = endsSorted ? null : latestEnds(spans, size);
    }

    private static long[] latestEnds(SpanColumn spans, int size) {
        long[] latest = new long[size];
        long seen = Long.MIN_VALUE;
        for (int span = 0; span < size; span++) {
            seen = Math.max(seen, spans.end(span));
            latest[span] = seen;
        }
        return latest;
    }

    /** When the last of this span and those before it ended. */
    private long latestEnd(int span) {
        return latestEnd == null ? spans.end(span) : latestEnd[span];
    }

    public LaneKind kind() {
        return kind;
    }

    public String label() {
        return label;
    }

    public int size() {
        return size;
    }

    public long beginNanos(int span) {
        return spans.start(span);
    }

    public long endNanos(int span) {
        return spans.end(span);
    }

    /** Index into the name table of the timeline. */
    public int name(int span) {
        return name.get(span) & 0xFFFF;
    }

    /** Which run or phase the span stands for; its meaning depends on {@link #kind}. */
    public int reference(int span) {
        return reference.get(span);
    }

    /** The last moment anything on this lane ends, 0 when it is empty. */
    public long latestEndNanos() {
        return size == 0 ? 0 : latestEnd(size - 1);
    }

    /**
     * First span that may reach into a window beginning at {@code from}: all before it ended
     * earlier.
     */
    public int firstReaching(long from) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (latestEnd(middle) < from) {
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
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (spans.start(middle) < to) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
