package io.tidemark.analysis.diff.align;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Pairs equal tokens of two sequences without changing their order. It pairs the common begin and
 * end first, then tokens that occur once on either side (patience). The rest is paired by the
 * shortest edit (Myers) in windows. Near linear. One thread.
 */
final class OrderedMatch {
    private static final int DEEPEST = 24; // of anchors between anchors

    private final Matching matching;
    private int[] places = new int[64];
    private int[] otherPlaces = new int[64];
    private Tokens tokens;
    private int[] count = new int[0];
    private int[] otherCount = new int[0];
    private int[] otherAt = new int[0];
    private List<Gap> left;
    private boolean edits;

    OrderedMatch(Matching matching) {
        this.matching = matching;
    }

    /**
     * Pairs only certain matches: equal begins and ends, and tokens that occur once on either side.
     * Returns the remaining gaps.
     */
    List<Gap> matchUnique(long[] colours, long[] otherColours, List<Gap> gaps) {
        List<Gap> inner = new ArrayList<>();
        for (Gap gap : gaps) {
            addIfTwoSided(trimmed(colours, otherColours, gap), inner);
        }
        if (inner.isEmpty()) {
            return inner;
        }
        Gap first = inner.getFirst();
        Gap last = inner.getLast();
        Gap stretch = new Gap(first.from(), last.to(), first.otherFrom(), last.otherTo());
        return match(Tokens.of(colours, otherColours, stretch), inner, false);
    }

    /** Pairs what a gap begins and ends with on both sides; most of two like captures. */
    private Gap trimmed(long[] colours, long[] otherColours, Gap gap) {
        int from = gap.from();
        int otherFrom = gap.otherFrom();
        int to = gap.to();
        int otherTo = gap.otherTo();
        while (from < to
                && otherFrom < otherTo
                && colours[from] == otherColours[otherFrom]
                && matching.isOpen(from)
                && matching.isOtherOpen(otherFrom)) {
            matching.pair(from++, otherFrom++);
        }
        while (from < to
                && otherFrom < otherTo
                && colours[to - 1] == otherColours[otherTo - 1]
                && matching.isOpen(to - 1)
                && matching.isOtherOpen(otherTo - 1)) {
            matching.pair(--to, --otherTo);
        }
        return new Gap(from, to, otherFrom, otherTo);
    }

    /** Pairs what it can in each gap and answers the gaps that remain. */
    List<Gap> match(Tokens newTokens, List<Gap> gaps) {
        return match(newTokens, gaps, true);
    }

    private List<Gap> match(Tokens newTokens, List<Gap> gaps, boolean withEdits) {
        tokens = newTokens;
        edits = withEdits;
        left = new ArrayList<>();
        if (count.length < tokens.count()) {
            count = new int[tokens.count()];
            otherCount = new int[tokens.count()];
            otherAt = new int[tokens.count()];
        }
        for (Gap gap : gaps) {
            int size = open(gap);
            int otherSize = otherOpen(gap);
            if (size > 0 && otherSize > 0) {
                solve(new Range(0, size, 0, otherSize), gap);
            }
        }
        return left;
    }

    /** A stretch of the open places of a gap. */
    private record Range(int from, int to, int otherFrom, int otherTo) {
        boolean isOneSided() {
            return from >= to || otherFrom >= otherTo;
        }
    }

    private int open(Gap gap) {
        if (places.length < gap.to() - gap.from()) {
            places = new int[Math.max(gap.to() - gap.from(), 2 * places.length)];
        }
        int size = 0;
        for (int place = gap.from(); place < gap.to(); place++) {
            if (matching.isOpen(place)) {
                places[size++] = place;
            }
        }
        return size;
    }

    private int otherOpen(Gap gap) {
        if (otherPlaces.length < gap.otherTo() - gap.otherFrom()) {
            otherPlaces = new int[Math.max(gap.otherTo() - gap.otherFrom(), 2 * otherPlaces.length)];
        }
        int size = 0;
        for (int place = gap.otherFrom(); place < gap.otherTo(); place++) {
            if (matching.isOtherOpen(place)) {
                otherPlaces[size++] = place;
            }
        }
        return size;
    }

    private void solve(Range whole, Gap gap) {
        boolean[] paired = new boolean[whole.to()];
        anchors(whole, 0, paired);
        remaining(whole, gap, paired);
    }

    /** The stretches between pairs in which both sides have something left. */
    private void remaining(Range whole, Gap gap, boolean[] paired) {
        int from = gap.from();
        int otherFrom = gap.otherFrom();
        for (int at = whole.from(); at < whole.to(); at++) {
            if (paired[at]) {
                int place = places[at];
                addIfTwoSided(new Gap(from, place, otherFrom, matching.other(place)), left);
                from = place + 1;
                otherFrom = matching.other(place) + 1;
            }
        }
        addIfTwoSided(new Gap(from, gap.to(), otherFrom, gap.otherTo()), left);
    }

    private static void addIfTwoSided(Gap gap, List<Gap> gaps) {
        if (!gap.isOneSided()) {
            gaps.add(gap);
        }
    }

    private boolean isEqual(int at, int otherPosition) {
        return tokens.isEqual(places[at], otherPlaces[otherPosition]);
    }

    private void pair(int at, int otherPosition, boolean[] paired) {
        matching.pair(places[at], otherPlaces[otherPosition]);
        paired[at] = true;
    }

    private void anchors(Range range, int depth, boolean[] paired) {
        Range inner = trimmed(range, paired);
        if (inner.isOneSided()) {
            return;
        }
        int[][] chain = depth < DEEPEST ? uniqueInOrder(inner) : new int[2][0];
        if (chain[0].length == 0) {
            if (edits) {
                shortestEdit(inner, paired);
            }
            return;
        }
        int from = inner.from();
        int otherFrom = inner.otherFrom();
        for (int link = 0; link < chain[0].length; link++) {
            int at = chain[0][link];
            int otherPosition = chain[1][link];
            anchors(new Range(from, at, otherFrom, otherPosition), depth + 1, paired);
            pair(at, otherPosition, paired);
            from = at + 1;
            otherFrom = otherPosition + 1;
        }
        anchors(new Range(from, inner.to(), otherFrom, inner.otherTo()), depth + 1, paired);
    }

    /** Pairs what both begin and end with, and answers what lies between. */
    private Range trimmed(Range range, boolean[] paired) {
        int from = range.from();
        int otherFrom = range.otherFrom();
        int to = range.to();
        int otherTo = range.otherTo();
        while (from < to && otherFrom < otherTo && isEqual(from, otherFrom)) {
            pair(from++, otherFrom++, paired);
        }
        while (from < to && otherFrom < otherTo && isEqual(to - 1, otherTo - 1)) {
            pair(--to, --otherTo, paired);
        }
        return new Range(from, to, otherFrom, otherTo);
    }

    /** Tokens that occur once on either side, the longest run of them that keeps its order. */
    private int[][] uniqueInOrder(Range range) {
        for (int at = range.from(); at < range.to(); at++) {
            count[tokens.one()[places[at]]]++;
        }
        for (int at = range.otherFrom(); at < range.otherTo(); at++) {
            int token = tokens.other()[otherPlaces[at]];
            otherCount[token]++;
            otherAt[token] = at;
        }
        int[] at = new int[range.to() - range.from()];
        int[] otherPosition = new int[at.length];
        int size = 0;
        for (int next = range.from(); next < range.to(); next++) {
            int token = tokens.one()[places[next]];
            if (count[token] == 1 && otherCount[token] == 1) {
                at[size] = next;
                otherPosition[size++] = otherAt[token];
            }
        }
        for (int next = range.from(); next < range.to(); next++) {
            count[tokens.one()[places[next]]] = 0;
        }
        for (int next = range.otherFrom(); next < range.otherTo(); next++) {
            otherCount[tokens.other()[otherPlaces[next]]] = 0;
        }
        int[] chosen = Increasing.longest(otherPosition, size);
        return new int[][] {
            Arrays.stream(chosen).map(index -> at[index]).toArray(),
            Arrays.stream(chosen).map(index -> otherPosition[index]).toArray()
        };
    }

    private void shortestEdit(Range range, boolean[] paired) {
        new ShortestEdit(this::isEqual, (at, other) -> pair(at, other, paired))
                .run(range.from(), range.to(), range.otherFrom(), range.otherTo());
    }
}
