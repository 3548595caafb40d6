package io.tidemark.viewer.timeline;

import io.tidemark.capture.column.IntColumn;
import io.tidemark.capture.column.RowOrder;
import io.tidemark.capture.column.ShortColumn;
import io.tidemark.capture.column.SpanColumn;

/**
 * Collects the spans of one lane in any order and sorts them by begin once. One thread. A span that
 * ends before it begins is drawn as a mark at its begin: the times are damaged, the fact that it
 * was there is not.
 */
public final class LaneBuilder {
    /** Names are numbers below this. */
    public static final int MOST_NAMES = 1 << 16;

    private static final int WAITING = 128; // spans that go into the columns at once
    private static final int WORDS = 3; // of one of them: begin, end, name and reference
    private static final int NAME_BIT = 32;

    private final LaneKind kind;
    private final String label;

    // made with the first span: most lanes of a wide chip may be idle
    private SpanColumn spans;
    private ShortColumn name;
    private IntColumn reference;
    private long[] waiting;
    private int waitingWords;
    private long lastBegin = Long.MIN_VALUE;
    private long lastEnd = Long.MIN_VALUE;
    private boolean sorted = true;
    private boolean endsSorted = true;

    public LaneBuilder(LaneKind kind, String label) {
        this.kind = kind;
        this.label = label;
    }

    public int size() {
        return spans == null ? 0 : spans.size() + waitingWords / WORDS;
    }

    public void add(long beginNanos, long endNanos, int nameIndex, int referenceIndex) {
        if (nameIndex < 0 || nameIndex >= MOST_NAMES) {
            throw new IllegalArgumentException(
                    "A lane tells %d names apart, name %d is none of them.".formatted(MOST_NAMES, nameIndex));
        }
        if (spans == null) {
            spans = new SpanColumn();
            name = new ShortColumn();
            reference = new IntColumn();
            waiting = new long[WAITING * WORDS];
        }
        long end = Math.max(beginNanos, endNanos);
        sorted &= lastBegin <= beginNanos;
        endsSorted &= lastEnd <= end;
        lastBegin = beginNanos;
        lastEnd = end;
        int at = waitingWords;
        waiting[at] = beginNanos;
        waiting[at + 1] = end;
        waiting[at + 2] = (long) nameIndex << NAME_BIT | referenceIndex & 0xFFFF_FFFFL;
        waitingWords = at + WORDS;
        if (waitingWords == waiting.length) {
            putAway();
        }
    }

    private void putAway() {
        int count = waitingWords / WORDS;
        waitingWords = 0;
        spans.addFields(waiting, 0, WORDS, count);
        name.addFields(waiting, 2, WORDS, count, NAME_BIT);
        reference.addFields(waiting, 2, WORDS, count, 0);
    }

    public Lane build() {
        if (spans != null) {
            putAway();
        }
        if (sorted) {
            return new Lane(kind, label, spans, name, reference, endsSorted);
        }
        LaneBuilder ordered = new LaneBuilder(kind, label);
        for (int at : RowOrder.by(size(), spans::start)) {
            ordered.add(spans.start(at), spans.end(at), name.get(at) & 0xFFFF, reference.get(at));
        }
        return ordered.build();
    }
}
