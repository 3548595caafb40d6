package io.tidemark.viewer.timeline;

/** Stable order of a column of numbers, without boxing one object per row. */
public final class SortedOrder {
    private SortedOrder() {}

    /**
     * Row numbers {@code 0..size-1} such that {@code key} does not fall; equal keys keep their
     * order.
     */
    public static int[] by(long[] key, int size) {
        int[] order = new int[size];
        for (int at = 0; at < size; at++) {
            order[at] = at;
        }
        int[] other = new int[size];
        int[] from = order;
        int[] to = other;
        for (int run = 1; run < size && run > 0; run *= 2) {
            for (int low = 0; low < size; low += 2 * run) {
                int middle = Math.min(low + run, size);
                int high = (int) Math.min((long) low + 2L * run, size);
                merge(key, from, to, low, middle, high);
                if (high == size) {
                    break;
                }
            }
            int[] swap = from;
            from = to;
            to = swap;
        }
        return from;
    }

    private static void merge(long[] key, int[] from, int[] to, int low, int middle, int high) {
        if (middle >= high || key[from[middle - 1]] <= key[from[middle]]) {
            System.arraycopy(from, low, to, low, high - low);
            return;
        }
        int left = low;
        int right = middle;
        for (int at = low; at < high; at++) {
            boolean takeLeft =
                    right >= high || (left < middle && key[from[left]] <= key[from[right]]);
            to[at] = takeLeft ? from[left++] : from[right++];
        }
    }
}
