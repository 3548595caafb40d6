package io.tidemark.lab.generate;

import java.util.Arrays;

/** First in, first out, without boxing. One thread; grows when full. */
final class IntQueue {
    private int[] ring = new int[64];
    private int head;
    private int size;

    void add(int value) {
        if (size == ring.length) {
            int[] larger = Arrays.copyOf(ring, ring.length * 2);
            System.arraycopy(ring, 0, larger, ring.length, head); // the wrapped part moves behind
            ring = larger;
        }
        ring[(head + size) & (ring.length - 1)] = value;
        size++;
    }

    int take() {
        int value = ring[head];
        head = (head + 1) & (ring.length - 1);
        size--;
        return value;
    }

    int size() {
        return size;
    }
}
