package io.tidemark.analysis.coretime;

import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.model.Timeline;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The stretches in which the profiler held the device back, merged, in nanoseconds. Immutable. */
final class FrozenTime {
    private final long[] begin;
    private final long[] end;

    private FrozenTime(long[] begin, long[] end) {
        this.begin = begin;
        this.end = end;
    }

    static FrozenTime of(Optional<Certificate> certificate, Timeline axis) {
        List<long[]> merged = new ArrayList<>();
        certificate.map(Certificate::freezes).orElse(List.of()).stream()
                .filter(freeze -> freeze.endTick() > freeze.beginTick() && freeze.beginTick() > 0)
                .map(
                        freeze ->
                                new long[] {
                                    axis.nanos(freeze.beginTick()), axis.nanos(freeze.endTick())
                                })
                .sorted(Comparator.comparingLong(stretch -> stretch[0]))
                .forEach(
                        stretch -> {
                            if (!merged.isEmpty() && stretch[0] <= merged.getLast()[1]) {
                                merged.getLast()[1] = Math.max(merged.getLast()[1], stretch[1]);
                            } else {
                                merged.add(stretch);
                            }
                        });
        return new FrozenTime(
                merged.stream().mapToLong(stretch -> stretch[0]).toArray(),
                merged.stream().mapToLong(stretch -> stretch[1]).toArray());
    }

    /** Sees the frozen and the other pieces of a stretch. */
    interface Visitor {
        void piece(boolean isFrozen, long begin, long end);
    }

    /** Cuts the time between two moments into pieces that are frozen or not, in order. */
    void split(long from, long to, Visitor visitor) {
        long at = from;
        for (int next = firstAfter(from); next < begin.length && begin[next] < to; next++) {
            long frozenFrom = Math.max(at, begin[next]);
            long frozenTo = Math.min(to, end[next]);
            if (frozenFrom > at) {
                visitor.piece(false, at, frozenFrom);
            }
            visitor.piece(true, frozenFrom, frozenTo);
            at = frozenTo;
        }
        if (at < to) {
            visitor.piece(false, at, to);
        }
    }

    /** The first stretch that ends after a moment. */
    private int firstAfter(long moment) {
        int low = 0;
        int high = end.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (end[middle] <= moment) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
