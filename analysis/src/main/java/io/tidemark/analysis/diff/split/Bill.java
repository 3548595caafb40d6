package io.tidemark.analysis.diff.split;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** A sum with its largest items. One thread. */
final class Bill {
    private static final int KEPT = 20;
    private static final Comparator<Part.Behind> BY_SIZE = Comparator.comparingLong(
                    (Part.Behind item) -> Math.abs(item.nanos()))
            .thenComparing(Part.Behind::before, Long::compareUnsigned)
            .thenComparing(Part.Behind::after, Long::compareUnsigned);

    private final PriorityQueue<Part.Behind> largest = new PriorityQueue<>(BY_SIZE);
    private long nanos;
    private int steps;

    void add(Part.Behind item) {
        nanos += item.nanos();
        steps++;
        if (largest.size() < KEPT) {
            largest.add(item);
        } else if (BY_SIZE.compare(item, largest.peek()) > 0) {
            largest.poll();
            largest.add(item);
        }
    }

    /** Changes the sum by an amount that belongs to no single item. */
    void adjust(long more) {
        nanos += more;
    }

    long nanos() {
        return nanos;
    }

    int steps() {
        return steps;
    }

    /** The largest first. */
    List<Part.Behind> largest() {
        return largest.stream().sorted(BY_SIZE.reversed()).toList();
    }
}
