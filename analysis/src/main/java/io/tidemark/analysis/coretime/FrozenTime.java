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

    /** Frozen nanoseconds between two moments. */
    long between(long from, long to) {
        int low = 0;
        int high = end.length;
        while (low < high) { // the first stretch that ends after from
            int middle = (low + high) >>> 1;
            if (end[middle] <= from) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        long sum = 0;
        for (int at = low; at < begin.length && begin[at] < to; at++) {
            sum += Math.min(to, end[at]) - Math.max(from, begin[at]);
        }
        return sum;
    }
}
