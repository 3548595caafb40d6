package io.tidemark.analysis.convert.encode;

import java.util.BitSet;

/**
 * A set of numbers that knows how many of its members come before one, in a bit and a half a
 * number. Immutable; any thread may ask.
 */
public final class RankedBits {
    private final long[] words;
    private final int[] before; // members in all words before this one

    public RankedBits(BitSet members) {
        words = members.toLongArray();
        before = new int[words.length + 1];
        for (int word = 0; word < words.length; word++) {
            before[word + 1] = before[word] + Long.bitCount(words[word]);
        }
    }

    public int size() {
        return before[words.length];
    }

    public boolean contains(int number) {
        int word = number >>> 6;
        return word < words.length && (words[word] >>> number & 1) != 0;
    }

    /** How many members are smaller than a number that is one itself. */
    public int rank(int member) {
        int word = member >>> 6;
        long smaller = words[word] & (1L << member) - 1;
        return before[word] + Long.bitCount(smaller);
    }
}
