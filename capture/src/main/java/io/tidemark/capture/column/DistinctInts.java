package io.tidemark.capture.column;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Collects distinct numbers in the order in which they first come; most of them come very often and
 * are small. One thread.
 */
public final class DistinctInts {
    private final boolean[] isKnown = new boolean[1024];
    private final Set<Integer> values = new LinkedHashSet<>();

    public void add(int value) {
        boolean isSmall = value >= 0 && value < isKnown.length;
        if (isSmall && isKnown[value]) {
            return;
        }
        values.add(value);
        if (isSmall) {
            isKnown[value] = true;
        }
    }

    public int[] toArray() {
        return values.stream().mapToInt(Integer::intValue).toArray();
    }
}
