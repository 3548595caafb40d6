package io.tidemark.capture.graph;

import java.util.Arrays;

/** A binary heap of longs, least first. One thread; grows without limit. */
final class LongHeap {
    private long[] keys = new long[64];
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    void add(long key) {
        if (size == keys.length) {
            keys = Arrays.copyOf(keys, size * 2);
        }
        int at = size++;
        while (at > 0 && keys[(at - 1) >>> 1] > key) {
            keys[at] = keys[(at - 1) >>> 1];
            at = (at - 1) >>> 1;
        }
        keys[at] = key;
    }

    long poll() {
        long least = keys[0];
        long last = keys[--size];
        int at = 0;
        while (2 * at + 1 < size) {
            int child = 2 * at + 1;
            if (child + 1 < size && keys[child + 1] < keys[child]) {
                child++;
            }
            if (keys[child] >= last) {
                break;
            }
            keys[at] = keys[child];
            at = child;
        }
        keys[at] = last;
        return least;
    }
}
