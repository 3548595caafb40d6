package io.tidemark.lab.generate;

import java.util.Arrays;

/** The next core to finish, earliest first, ties by run number. One thread; grows when full. */
final class EventHeap {
    private long[] ticks = new long[256];
    private int[] runs = new int[256];
    private int size;

    void add(long tick, int run) {
        if (size == ticks.length) {
            ticks = Arrays.copyOf(ticks, size * 2);
            runs = Arrays.copyOf(runs, size * 2);
        }
        int at = size++;
        while (at > 0 && isBefore(tick, run, (at - 1) >>> 1)) {
            move((at - 1) >>> 1, at);
            at = (at - 1) >>> 1;
        }
        ticks[at] = tick;
        runs[at] = run;
    }

    boolean isEmpty() {
        return size == 0;
    }

    long firstTick() {
        return ticks[0];
    }

    int peekFirst() {
        return runs[0];
    }

    int takeFirst() {
        int first = runs[0];
        size--;
        long tick = ticks[size];
        int run = runs[size];
        int at = 0;
        while (2 * at + 1 < size) {
            int child = 2 * at + 1;
            if (child + 1 < size && isBefore(ticks[child + 1], runs[child + 1], child)) {
                child++;
            }
            if (isBefore(tick, run, child)) {
                break;
            }
            move(child, at);
            at = child;
        }
        ticks[at] = tick;
        runs[at] = run;
        return first;
    }

    private boolean isBefore(long tick, int run, int other) {
        return tick < ticks[other] || (tick == ticks[other] && run < runs[other]);
    }

    private void move(int from, int to) {
        ticks[to] = ticks[from];
        runs[to] = runs[from];
    }
}
