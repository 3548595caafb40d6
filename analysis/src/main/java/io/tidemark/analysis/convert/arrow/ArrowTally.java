package io.tidemark.analysis.convert.arrow;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How many arrows of each kind a capture holds, and how many of them are drawn. One thread. */
public final class ArrowTally {
    private final long[] wanted = new long[ArrowKind.values().length];
    private final long[] drawn = new long[wanted.length];

    public void add(ArrowKind kind, long count) {
        wanted[kind.ordinal()] += count;
    }

    public void draw(ArrowKind kind) {
        drawn[kind.ordinal()]++;
    }

    public long total() {
        long total = 0;
        for (long count : wanted) {
            total += count;
        }
        return total;
    }

    /** The warning that arrows were left out, for the user. */
    public String warning() {
        List<String> left = new ArrayList<>();
        long all = 0;
        for (ArrowKind kind : ArrowKind.values()) {
            long missing = wanted[kind.ordinal()] - drawn[kind.ordinal()];
            all += drawn[kind.ordinal()];
            if (missing > 0) {
                left.add(String.format(Locale.ROOT, "%,d %s", missing, kind.words()));
            }
        }
        return String.format(
                Locale.ROOT,
                "%,d arrows are more than viewers handle well; %,d are drawn, left out are %s"
                        + " (--flows-cap=%d draws all).",
                total(),
                all,
                String.join(", ", left),
                total());
    }
}
