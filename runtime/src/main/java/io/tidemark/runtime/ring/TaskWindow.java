package io.tidemark.runtime.ring;

/**
 * How many tasks of a ring may exist at once, and which slot each has. Immutable and pure: any
 * thread may call it. A full window refuses; one slot always stays free, so that a full window and
 * an empty one differ.
 */
public record TaskWindow(int size) {
    public static final int DEFAULT_SIZE = 16_384;
    public static final int SMALLEST_SIZE = 4;

    public TaskWindow {
        if (size < SMALLEST_SIZE || Integer.bitCount(size) != 1) {
            throw new IllegalArgumentException("size=" + size + " is not a power of two of at least " + SMALLEST_SIZE);
        }
    }

    /**
     * Whether a task may be created while {@code oldestAlive} is the oldest that is not reclaimed.
     */
    public boolean admits(int local, int oldestAlive) {
        return local - oldestAlive + 1 < size;
    }

    public int slot(int local) {
        return local & (size - 1);
    }

    /** Most tasks that live at once. */
    public int mostAlive() {
        return size - 1;
    }
}
