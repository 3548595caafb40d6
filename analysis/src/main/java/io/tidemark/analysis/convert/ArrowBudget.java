package io.tidemark.analysis.convert;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How many arrows of each kind may be drawn. Kinds are served in their order until the limit is
 * used up; the first that does not fit is drawn in part, later ones not at all. One thread.
 */
final class ArrowBudget implements ArrowConsumer {
    private final long[] wanted = new long[ArrowKind.values().length];
    private final long[] left = new long[wanted.length];
    private final long limit;
    private long loose;

    ArrowBudget(long limit) {
        this.limit = limit;
    }

    /** Counts; used for a first pass over all arrows. */
    @Override
    public void accept(ArrowKind kind, Arrow arrow) {
        if (ArrowTable.isDrawable(arrow)) {
            wanted[kind.ordinal()]++;
        } else {
            loose++;
        }
    }

    /** Ends the counting and shares out the limit. */
    void share() {
        long rest = limit;
        for (int kind = 0; kind < wanted.length; kind++) {
            left[kind] = Math.min(rest, wanted[kind]);
            rest -= left[kind];
        }
    }

    boolean take(ArrowKind kind) {
        return left[kind.ordinal()]-- > 0;
    }

    boolean grants(ArrowKind kind) {
        return left[kind.ordinal()] > 0;
    }

    /** Arrows that may still be taken. */
    long granted() {
        long sum = 0;
        for (long rest : left) {
            sum += Math.max(0, rest);
        }
        return sum;
    }

    long total() {
        long total = 0;
        for (long count : wanted) {
            total += count;
        }
        return total;
    }

    /** Arrows without a slice at one of their ends. */
    long loose() {
        return loose;
    }

    boolean isExceeded() {
        return total() > limit;
    }

    /** What a person is told before arrows are left out. */
    String warning() {
        List<String> left = new ArrayList<>();
        long rest = limit;
        for (ArrowKind kind : ArrowKind.values()) {
            long count = wanted[kind.ordinal()];
            long drawn = Math.min(rest, count);
            rest -= drawn;
            if (drawn < count) {
                left.add(String.format(Locale.ROOT, "%,d %s", count - drawn, kind.words()));
            }
        }
        return String.format(
                Locale.ROOT,
                "%,d arrows are more than viewers handle well; %,d are drawn, left out are %s"
                        + " (--flows-cap=%d draws all).",
                total(),
                Math.min(limit, total()),
                String.join(", ", left),
                total());
    }
}
