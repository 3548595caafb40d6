package io.tidemark.memory.tensor;

import io.tidemark.abi.DType;
import java.util.Arrays;

/**
 * Arithmetic and checks on shapes that tensors and their descriptions share. Pure: any thread may
 * call it.
 */
final class Shapes {
    private Shapes() {}

    /** Number of elements; refuses what no tensor can have. */
    static long checkedElements(DType dtype, int[] shape) {
        if (dtype == null || dtype == DType.UNKNOWN) {
            throw new IllegalArgumentException("dtype=" + dtype + " has no elements");
        }
        if (shape.length == 0 || shape.length > Tensor.MAX_RANK) {
            throw new IllegalArgumentException("rank=" + shape.length + " is not in 1.." + Tensor.MAX_RANK);
        }
        long elements = 1;
        for (int length : shape) {
            if (length <= 0) {
                throw new IllegalArgumentException("shape=" + Arrays.toString(shape) + " has a dimension below 1");
            }
            if (elements > Long.MAX_VALUE / 64 / length) { // 64 bits an element must still fit a long
                throw new IllegalArgumentException("shape=" + Arrays.toString(shape) + " has too many elements");
            }
            elements *= length;
        }
        return elements;
    }

    static long[] rowMajorStrides(int[] shape) {
        long[] strides = new long[shape.length];
        long stride = 1;
        for (int axis = shape.length - 1; axis >= 0; axis--) {
            strides[axis] = stride;
            stride *= shape[axis];
        }
        return strides;
    }

    /** Dimensions of length one never move, so their stride does not matter. */
    static boolean isRowMajor(int[] shape, long[] strides) {
        long stride = 1;
        for (int axis = shape.length - 1; axis >= 0; axis--) {
            if (shape[axis] != 1 && strides[axis] != stride) {
                return false;
            }
            stride *= shape[axis];
        }
        return true;
    }

    /** Distance from first to last element plus one. */
    static long checkedExtent(int[] shape, long[] strides) {
        if (strides.length != shape.length) {
            throw new IllegalArgumentException(
                    "strides=" + Arrays.toString(strides) + " for shape=" + Arrays.toString(shape));
        }
        long extent = 1;
        for (int axis = 0; axis < shape.length; axis++) {
            if (strides[axis] < 1) {
                throw new IllegalArgumentException("strides=" + Arrays.toString(strides) + " has a stride below 1");
            }
            extent = Math.addExact(extent, Math.multiplyExact(shape[axis] - 1L, strides[axis]));
        }
        return extent;
    }
}
