package io.tidemark.viewer.model;

import io.tidemark.capture.column.RowOrder;
import io.tidemark.viewer.timeline.Lane;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/** Finds the spans that ended last on several lanes taken together. Stateless. */
final class LastSpans {
    private LastSpans() {}

    /** When the first of the last {@code count} spans began; empty when there are none. */
    static OptionalLong earliestBegin(List<Lane> lanes, long count) {
        int size = lanes.stream().mapToInt(Lane::size).sum();
        long[] end = new long[size];
        long[] begin = new long[size];
        int at = 0;
        for (Lane lane : lanes) {
            for (int span = 0; span < lane.size(); span++) {
                begin[at] = lane.beginNanos(span);
                end[at++] = lane.endNanos(span);
            }
        }
        int[] order = RowOrder.by(size, span -> end[span]);
        return IntStream.range((int) Math.max(0, size - count), size)
                .mapToLong(rank -> begin[order[rank]])
                .min();
    }
}
