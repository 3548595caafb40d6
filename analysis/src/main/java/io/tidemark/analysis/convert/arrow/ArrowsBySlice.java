package io.tidemark.analysis.convert.arrow;

import io.tidemark.analysis.convert.encode.RankedBits;
import io.tidemark.capture.column.RowGroups;
import java.util.BitSet;

/**
 * The numbers of arrows in order of the slice at one of their ends, those of one slice in order of
 * number. Most slices have none and cost a bit and a half. Immutable; any thread may ask.
 */
public final class ArrowsBySlice {
    private final RankedBits slices;
    private final RowGroups arrows;

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
        arrows = RowGroups.of(slices.size(), size, arrow -> slices.rank(sliceOf[arrow]));
    }

    /** Position of the first arrow of a slice. */
    public int begin(int slice) {
        return slices.contains(slice) ? arrows.begin(slices.rank(slice)) : 0;
    }

    /** Position behind the last one. */
    public int end(int slice) {
        return slices.contains(slice) ? arrows.end(slices.rank(slice)) : 0;
    }

    public int arrow(int at) {
        return arrows.row(at);
    }
}
