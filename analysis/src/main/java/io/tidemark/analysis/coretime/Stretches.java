package io.tidemark.analysis.coretime;

import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.model.Timeline;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Stretches of time that do not overlap, in nanoseconds of the axis. Immutable. */
public final class Stretches {
    private final long[] begin;
    private final long[] end;

    private Stretches(long[] begin, long[] end) {
        this.begin = begin;
        this.end = end;
    }

    /** When the profiler held the device back; the certificate says it. */
    public static Stretches frozen(Optional<Certificate> certificate, Timeline axis) {
        return of(certificate.map(Certificate::freezes).orElse(List.of()).stream()
                .filter(freeze -> freeze.beginTick() > 0)
                .map(freeze -> new long[] {axis.nanos(freeze.beginTick()), axis.nanos(freeze.endTick())})
                .toList());
    }

    /** Of stretches {begin, end} in any order; those without length do not count. */
    public static Stretches of(List<long[]> stretches) {
        List<long[]> merged = new ArrayList<>();
        stretches.stream()
                .filter(stretch -> stretch[1] > stretch[0])
                .sorted(Comparator.comparingLong(stretch -> stretch[0]))
                .forEach(stretch -> {
                    if (!merged.isEmpty() && stretch[0] <= merged.getLast()[1]) {
                        merged.getLast()[1] = Math.max(merged.getLast()[1], stretch[1]);
                    } else {
                        merged.add(stretch);
                    }
                });
        return new Stretches(
                merged.stream().mapToLong(stretch -> stretch[0]).toArray(),
                merged.stream().mapToLong(stretch -> stretch[1]).toArray());
    }

    /** Whether a stretch lies at least partly between two moments. */
    boolean touch(long from, long to) {
        int next = firstAfter(from);
        return next < begin.length && begin[next] < to;
    }

    /** Nanoseconds of the stretches between two moments. */
    public long between(long from, long to) {
        long sum = 0;
        for (int at = firstAfter(from); at < begin.length && begin[at] < to; at++) {
            sum += Math.min(to, end[at]) - Math.max(from, begin[at]);
        }
        return sum;
    }

    /** Sees the pieces of a time, those in stretches and the others. */
    interface Visitor {
        void piece(boolean isInside, long begin, long end);
    }

    /** Cuts the time between two moments into pieces inside and outside of stretches, in order. */
    void split(long from, long to, Visitor visitor) {
        long at = from;
        for (int next = firstAfter(from); next < begin.length && begin[next] < to; next++) {
            long inFrom = Math.max(at, begin[next]);
            long inTo = Math.min(to, end[next]);
            if (inFrom > at) {
                visitor.piece(false, at, inFrom);
            }
            visitor.piece(true, inFrom, inTo);
            at = inTo;
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
