package io.tidemark.analysis.deps;

import java.util.Arrays;

/**
 * A set of bytes of one buffer as ascending, disjoint, non-touching stretches. Immutable.
 *
 * @param bounds begin and end of each stretch alternately, ends exclusive
 */
public record ByteBlocks(long[] bounds) {
    /** A view that falls into more pieces than this is not resolved. */
    public static final int MOST_BLOCKS = 10_000;

    public static final ByteBlocks NONE = new ByteBlocks(new long[0]);

    /**
     * The bytes of a strided view, or null when it has no size, leaves the buffer or has too many
     * pieces. Counts are in elements.
     */
    public static ByteBlocks ofView(
            long[] shape, long[] strides, long startOffset, int elementBytes, long bufferElements) {
        if (shape.length == 0 || shape.length != strides.length || startOffset < 0) {
            return null;
        }
        for (int dimension = 0; dimension < shape.length; dimension++) {
            if (shape[dimension] <= 0 || strides[dimension] <= 0) {
                return null;
            }
        }
        int outer = shape.length;
        long run = 1;
        while (outer > 0 && strides[outer - 1] == run) {
            outer--;
            run = multiply(run, shape[outer]);
        }
        long pieces = 1;
        long last = startOffset;
        for (int dimension = 0; dimension < outer; dimension++) {
            pieces = multiply(pieces, shape[dimension]);
            last = add(last, multiply(shape[dimension] - 1, strides[dimension]));
        }
        if (pieces > MOST_BLOCKS || add(last, run) > bufferElements) {
            return null;
        }
        return enumerate(shape, strides, outer, startOffset, run, (int) pieces, elementBytes);
    }

    public static ByteBlocks whole(long sizeBytes) {
        return sizeBytes <= 0 ? NONE : new ByteBlocks(new long[] {0, sizeBytes});
    }

    private static ByteBlocks enumerate(
            long[] shape, long[] strides, int outer, long start, long run, int pieces, int elementBytes) {
        long[] begins = new long[pieces];
        for (int piece = 0; piece < pieces; piece++) {
            long rest = piece;
            long at = start;
            for (int dimension = outer - 1; dimension >= 0; dimension--) {
                at += rest % shape[dimension] * strides[dimension];
                rest /= shape[dimension];
            }
            begins[piece] = at;
        }
        Arrays.sort(begins);
        long[] bounds = new long[pieces * 2];
        int size = 0;
        for (long begin : begins) {
            size = append(bounds, size, begin * elementBytes, (begin + run) * elementBytes);
        }
        return new ByteBlocks(Arrays.copyOf(bounds, size));
    }

    /** Appends a stretch that begins at or after the last one's begin; merges where they touch. */
    private static int append(long[] bounds, int size, long begin, long end) {
        if (size > 0 && begin <= bounds[size - 1]) {
            bounds[size - 1] = Math.max(bounds[size - 1], end);
            return size;
        }
        bounds[size] = begin;
        bounds[size + 1] = end;
        return size + 2;
    }

    public long sizeBytes() {
        long sum = 0;
        for (int at = 0; at < bounds.length; at += 2) {
            sum += bounds[at + 1] - bounds[at];
        }
        return sum;
    }

    public boolean overlaps(ByteBlocks other) {
        int left = 0;
        int right = 0;
        while (left < bounds.length && right < other.bounds.length) {
            if (bounds[left + 1] <= other.bounds[right]) {
                left += 2;
            } else if (other.bounds[right + 1] <= bounds[left]) {
                right += 2;
            } else {
                return true;
            }
        }
        return false;
    }

    public ByteBlocks and(ByteBlocks other) {
        long[] common = new long[bounds.length + other.bounds.length];
        int size = 0;
        int left = 0;
        int right = 0;
        while (left < bounds.length && right < other.bounds.length) {
            long begin = Math.max(bounds[left], other.bounds[right]);
            long end = Math.min(bounds[left + 1], other.bounds[right + 1]);
            if (begin < end) {
                size = append(common, size, begin, end);
            }
            if (bounds[left + 1] < other.bounds[right + 1]) {
                left += 2;
            } else {
                right += 2;
            }
        }
        return new ByteBlocks(Arrays.copyOf(common, size));
    }

    public ByteBlocks or(ByteBlocks other) {
        long[] all = new long[bounds.length + other.bounds.length];
        int size = 0;
        int left = 0;
        int right = 0;
        while (left < bounds.length || right < other.bounds.length) {
            boolean takeLeft =
                    right == other.bounds.length || left < bounds.length && bounds[left] <= other.bounds[right];
            if (takeLeft) {
                size = append(all, size, bounds[left], bounds[left + 1]);
                left += 2;
            } else {
                size = append(all, size, other.bounds[right], other.bounds[right + 1]);
                right += 2;
            }
        }
        return new ByteBlocks(Arrays.copyOf(all, size));
    }

    /** True when every byte of {@code other} is here. */
    public boolean covers(ByteBlocks other) {
        return and(other).sizeBytes() == other.sizeBytes();
    }

    private static long multiply(long one, long other) {
        long high = Math.multiplyHigh(one, other);
        long low = one * other;
        return high != 0 || low < 0 ? Long.MAX_VALUE : low;
    }

    private static long add(long one, long other) {
        long sum = one + other;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
