package io.tidemark.runtime.replay;

import io.tidemark.memory.tensor.Tensor;

/**
 * The grid that the strides of a view span, and the view as a box on it. Two boxes of one grid overlap
 * exactly where they do on every axis, as {@link io.tidemark.runtime.tensormap.RegionOverlap} tests them.
 * Pure.
 */
final class RegionGrid {
    private RegionGrid() {}

    /** Whether a view is a box on the grid of its strides. Views of one axis are left to their bytes. */
    static boolean isBox(Tensor view) {
        int last = view.rank() - 1;
        if (last < 1 || view.dtype().bits() < 8 || view.stride(last) != 1) {
            return false;
        }
        long rest = view.startOffset();
        for (int axis = 0; axis <= last; axis++) {
            long stride = view.stride(axis);
            if (stride < 1 || axis > 0 && view.stride(axis - 1) % stride != 0) {
                return false;
            }
            long begin = rest / stride;
            rest -= begin * stride;
            if (axis > 0 && begin + view.dimension(axis) > view.stride(axis - 1) / stride) {
                return false; // it continues in the next row
            }
        }
        return true;
    }

    static boolean isSame(Tensor one, Tensor other) {
        boolean isSame = one.dtype() == other.dtype() && one.rank() == other.rank();
        for (int axis = 0; isSame && axis < one.rank(); axis++) {
            isSame = one.stride(axis) == other.stride(axis);
        }
        return isSame;
    }

    /** The first and the last axis of a view that {@link #isBox}. */
    static RegionBlocks.Box box(Tensor view) {
        int last = view.rank() - 1;
        long row = view.startOffset() / view.stride(0);
        long column = view.startOffset() % view.stride(last - 1);
        return new RegionBlocks.Box(row, row + view.dimension(0), column, column + view.dimension(last));
    }
}
