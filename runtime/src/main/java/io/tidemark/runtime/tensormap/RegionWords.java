package io.tidemark.runtime.tensormap;

import io.tidemark.abi.DType;
import io.tidemark.memory.tensor.Tensor;

/**
 * The region of a buffer that a view touches, as sixteen words of a {@code long[]}: what the overlap test reads,
 * without an object per entry. The first words decide most tests. Pure: any thread may call it on words that no other
 * thread writes.
 */
final class RegionWords {
    // spotless:off
    static final int BASE    =  0; // address of the buffer: equal for all its views
    static final int START   =  1; // first element of the view in the buffer
    static final int EXTENT  =  2; // last element - first element + 1
    static final int KIND    =  3; // dtype code, rank, version
    static final int OWNER   =  4; // map only: the task that owns the buffer
    static final int STRIDES =  5; // five words
    static final int SHAPE   = 10; // five halves of three words
    static final int WORDS   = 16; // of which three are unused
    // spotless:on

    private RegionWords() {}

    static void write(Tensor tensor, long[] words, int at) {
        int rank = tensor.rank();
        assert rank <= Tensor.MAX_TASK_RANK : "rank=" + rank;
        words[at + BASE] = tensor.baseAddress();
        words[at + START] = tensor.startOffset();
        words[at + EXTENT] = tensor.extent();
        words[at + KIND] = kind(tensor.dtype(), rank, tensor.version());
        for (int axis = 0; axis < rank; axis++) {
            words[at + STRIDES + axis] = tensor.stride(axis);
        }
        for (int axis = 0; axis < rank; axis += 2) {
            long second = axis + 1 < rank ? tensor.dimension(axis + 1) : 0;
            words[at + SHAPE + (axis >> 1)] = second << 32 | tensor.dimension(axis);
        }
    }

    private static long kind(DType dtype, int rank, int version) {
        return (long) version << 32 | rank << 8 | dtype.code();
    }

    /** Whether both are the same view of the same buffer. */
    static boolean isSameRegion(long[] words, int at, long[] others, int othersAt) {
        if (words[at + BASE] != others[othersAt + BASE]
                || words[at + START] != others[othersAt + START]
                || words[at + KIND] != others[othersAt + KIND]) {
            return false;
        }
        for (int axis = 0; axis < rank(words, at); axis++) {
            if (stride(words, at, axis) != stride(others, othersAt, axis)
                    || dimension(words, at, axis) != dimension(others, othersAt, axis)) {
                return false;
            }
        }
        return true;
    }

    static int version(long[] words, int at) {
        return (int) (words[at + KIND] >> 32);
    }

    static int rank(long[] words, int at) {
        return (int) words[at + KIND] >>> 8 & 0xFF;
    }

    static DType dtype(long[] words, int at) {
        return DType.ofCode((int) words[at + KIND] & 0xFF);
    }

    /** Element type and number of dimensions in one comparable value. */
    static int form(long[] words, int at) {
        return (int) words[at + KIND];
    }

    static long stride(long[] words, int at, int axis) {
        return words[at + STRIDES + axis];
    }

    static int dimension(long[] words, int at, int axis) {
        return (int) (words[at + SHAPE + (axis >> 1)] >>> ((axis & 1) << 5));
    }
}
