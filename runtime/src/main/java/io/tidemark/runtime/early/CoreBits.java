package io.tidemark.runtime.early;

/** A set of up to 128 cores of the chip, by index. For one thread at a time. */
public final class CoreBits {
    public static final int CAPACITY = 2 * Long.SIZE;

    private long low;
    private long high;

    public void clear() {
        set(0, 0);
    }

    public void set(long newLow, long newHigh) {
        low = newLow;
        high = newHigh;
    }

    public void add(int core) {
        if (core < Long.SIZE) {
            low |= 1L << core;
        } else {
            high |= 1L << core;
        }
    }

    /** Takes the lowest core out of the set, which is not empty. */
    public int removeFirst() {
        assert !isEmpty();
        if (low != 0) {
            int core = Long.numberOfTrailingZeros(low);
            low &= low - 1;
            return core;
        }
        int core = Long.SIZE + Long.numberOfTrailingZeros(high);
        high &= high - 1;
        return core;
    }

    public boolean isEmpty() {
        return (low | high) == 0;
    }

    public int count() {
        return Long.bitCount(low) + Long.bitCount(high);
    }

    public boolean has(int core) {
        return ((core < Long.SIZE ? low : high) >>> core & 1) != 0;
    }

    long low() {
        return low;
    }

    long high() {
        return high;
    }
}
