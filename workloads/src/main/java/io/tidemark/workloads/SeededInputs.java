package io.tidemark.workloads;

import java.util.SplittableRandom;

/**
 * Inputs that depend on a seed and on nothing else, on any machine. Used by the one thread that
 * builds a case.
 */
public final class SeededInputs {
    private final SplittableRandom random;

    public SeededInputs(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** Values evenly spread over {@code [-bound, bound)}. */
    public float[] uniform(int count, float bound) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            // 24 random bits are exact in a float, so no rounding can reach the open end
            values[i] = ((random.nextInt() >>> 8) * 0x1p-23f - 1f) * bound;
        }
        return values;
    }

    /** The numbers 0 to {@code count - 1} in random order. */
    public int[] permutation(int count) {
        int[] values = new int[count];
        for (int i = 0; i < count; i++) {
            int other = random.nextInt(i + 1);
            values[i] = values[other];
            values[other] = i;
        }
        return values;
    }
}
