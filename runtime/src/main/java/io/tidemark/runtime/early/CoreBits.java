package io.tidemark.runtime.early;

import java.util.Arrays;

/** A set of cores of the chip, by index. For one thread at a time. */
public final class CoreBits {
    private final long[] words;

    /**
     * @param cores of the chip
     */
    public CoreBits(int cores) {
        words = new long[wordsFor(cores)];
    }

    static int wordsFor(int cores) {
        return Math.max(1, (cores + Long.SIZE - 1) / Long.SIZE);
    }

    public void clear() {
        Arrays.fill(words, 0);
    }

    public void add(int core) {
        words[core / Long.SIZE] |= 1L << core;
    }

    /** Takes the lowest core out of the set, which is not empty. */
    public int removeFirst() {
        int at = 0;
        while (words[at] == 0) {
            at++;
        }
        int core = at * Long.SIZE + Long.numberOfTrailingZeros(words[at]);
        words[at] &= words[at] - 1;
        return core;
    }

    public boolean isEmpty() {
        for (long word : words) {
            if (word != 0) {
                return false;
            }
        }
        return true;
    }

    public int count() {
        int count = 0;
        for (long word : words) {
            count += Long.bitCount(word);
        }
        return count;
    }

    public boolean has(int core) {
        return (words[core / Long.SIZE] >>> core & 1) != 0;
    }

    long word(int index) {
        return words[index];
    }

    void word(int index, long bits) {
        words[index] = bits;
    }
}
