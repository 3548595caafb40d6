package io.tidemark.analysis.convert.arrow;

import io.tidemark.analysis.convert.encode.RankedBits;
import java.util.BitSet;

/**
 * The numbers of arrows in order of the slice at one of their ends, those of one slice in order of
 * number. Most slices have none and cost a bit and a half. Immutable; any thread may ask.
 */
public final class ArrowsBySlice {
    private final RankedBits slices;
    private final int[] starts;
    private final int[] arrows;

    /**
     * @param sliceOf the slice of each arrow
     * @param size how many arrows there are
     */
    public ArrowsBySlice(int[] sliceOf, int size) {
        BitSet used = new BitSet();
        for (int arrow = 0; arrow < size; arrow++) {
            used.set(sliceOf[arrow]);
        }
        slices = new RankedBits(used);
        int[] next = new int[slices.size() + 2];
        for (int arrow = 0; arrow < size; arrow++) {
            next[slices.rank(sliceOf[arrow]) + 2]++;
        }
        for (int at = 2; at < next.length; at++) {
            next[at] += next[at - 1];
        }
        arrows = new int[size];
        for (int arrow = 0; arrow < size; arrow++) {
            arrows[next[slices.rank(sliceOf[arrow]) + 1]++] = arrow;
        }
        starts = next; // each cursor has moved to where the next slice begins
    }

    /** Position of the first arrow of a slice. */
    public int begin(int slice) {
        return slices.contains(slice) ? starts[slices.rank(slice)] : 0;
    }

    /** Position behind the last one. */
    public int end(int slice) {
        return slices.contains(slice) ? starts[slices.rank(slice) + 1] : 0;
    }

    public int arrow(int at) {
        return arrows[at];
    }
}
