package io.tidemark.checks.swimlane;

import java.util.Arrays;

/**
 * What one producer remembers of the records it wrote to one lane: one number per record, in order.
 * One thread.
 */
final class Written {
    private long[] prints = new long[64];
    private int size;

    void add(long print) {
        if (size == prints.length) {
            prints = Arrays.copyOf(prints, size * 2);
        }
        prints[size++] = print;
    }

    int size() {
        return size;
    }

    long[] toArray() {
        return Arrays.copyOf(prints, size);
    }

    /** One number for a few fields. */
    static long print(long... fields) {
        long print = 17;
        for (long field : fields) {
            print = (print ^ field) * 0x9E3779B97F4A7C15L;
            print ^= print >>> 29;
        }
        return print;
    }
}
