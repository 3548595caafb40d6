package io.tidemark.runtime;

import java.util.Arrays;

/**
 * Window, heap and dependency pool of each of the four rings. Immutable.
 *
 * <p>Zero means the default.
 */
public final class RingSizes {
    /** Rings of a run; a scope of depth d uses ring {@code min(d, 3)}. */
    public static final int RINGS = 4;

    public static final int DEFAULT_TASK_WINDOW = 16_384;
    public static final long DEFAULT_HEAP_BYTES = 256L << 20;
    public static final int DEFAULT_DEPENDENCY_POOL = 16_384;

    private static final long HEAP_ALIGNMENT_BYTES = 1024;
    private static final int MIN_TASK_WINDOW = 4;
    private static final long MIN_HEAP_BYTES = 1024;
    private static final int MIN_DEPENDENCY_POOL = 4;

    private final int[] taskWindow;
    private final long[] heapBytes;
    private final int[] dependencyPool;

    private RingSizes(int[] taskWindow, long[] heapBytes, int[] dependencyPool) {
        this.taskWindow = taskWindow;
        this.heapBytes = heapBytes;
        this.dependencyPool = dependencyPool;
    }

    public static RingSizes defaults() {
        return of(new long[RINGS], new long[RINGS], new long[RINGS]);
    }

    /** Four values each, zero for the default. */
    public static RingSizes of(long[] taskWindow, long[] heapBytes, long[] dependencyPool) {
        int[] windows = new int[RINGS];
        long[] heaps = new long[RINGS];
        int[] pools = new int[RINGS];
        for (int ring = 0; ring < RINGS; ring++) {
            windows[ring] = checkedWindow(ring, at("ring_task_window", taskWindow, ring));
            heaps[ring] = checkedHeap(ring, at("ring_heap", heapBytes, ring));
            pools[ring] = checkedPool(ring, at("ring_dep_pool", dependencyPool, ring));
        }
        return new RingSizes(windows, heaps, pools);
    }

    /** The same value for all four rings. */
    public RingSizes withTaskWindow(long... values) {
        return of(spread(values), heapBytes, longs(dependencyPool));
    }

    public RingSizes withHeapBytes(long... values) {
        return of(longs(taskWindow), spread(values), longs(dependencyPool));
    }

    public RingSizes withDependencyPool(long... values) {
        return of(longs(taskWindow), heapBytes, spread(values));
    }

    /** All in the first ring; the others are as small as they can be. */
    public RingSizes onOneRing() {
        return of(
                new long[] {taskWindow[0], MIN_TASK_WINDOW, MIN_TASK_WINDOW, MIN_TASK_WINDOW},
                new long[] {heapBytes[0], MIN_HEAP_BYTES, MIN_HEAP_BYTES, MIN_HEAP_BYTES},
                new long[] {dependencyPool[0], MIN_DEPENDENCY_POOL, MIN_DEPENDENCY_POOL, MIN_DEPENDENCY_POOL});
    }

    public int taskWindow(int ring) {
        return taskWindow[ring];
    }

    public long heapBytes(int ring) {
        return heapBytes[ring];
    }

    public int dependencyPool(int ring) {
        return dependencyPool[ring];
    }

    /**
     * Where the heap of a ring begins behind that of ring 0; {@link #RINGS} gives the end of the
     * last.
     */
    public long heapOffset(int ring) {
        long offset = 0;
        for (int before = 0; before < ring; before++) {
            offset += heapBytes[before] + HEAP_ALIGNMENT_BYTES - 1 & -HEAP_ALIGNMENT_BYTES;
        }
        return offset;
    }

    public long totalHeapBytes() {
        return heapOffset(RINGS);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RingSizes sizes
                && Arrays.equals(taskWindow, sizes.taskWindow)
                && Arrays.equals(heapBytes, sizes.heapBytes)
                && Arrays.equals(dependencyPool, sizes.dependencyPool);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * Arrays.hashCode(taskWindow) + Arrays.hashCode(heapBytes)) + Arrays.hashCode(dependencyPool);
    }

    @Override
    public String toString() {
        return "taskWindow="
                + Arrays.toString(taskWindow)
                + " heapBytes="
                + Arrays.toString(heapBytes)
                + " dependencyPool="
                + Arrays.toString(dependencyPool);
    }

    private static long at(String name, long[] values, int ring) {
        if (values.length != RINGS) {
            throw new IllegalArgumentException(name + "=" + Arrays.toString(values) + " needs " + RINGS + " values");
        }
        return values[ring];
    }

    private static int checkedWindow(int ring, long value) {
        if (value == 0) {
            return DEFAULT_TASK_WINDOW;
        }
        if (value < MIN_TASK_WINDOW || value > Integer.MAX_VALUE || Long.bitCount(value) != 1) {
            throw new IllegalArgumentException(
                    "ring_task_window[" + ring + "]=" + value + " is not a power of two in [4, 2^30]");
        }
        return (int) value;
    }

    private static long checkedHeap(int ring, long value) {
        if (value == 0) {
            return DEFAULT_HEAP_BYTES;
        }
        if (value < MIN_HEAP_BYTES) {
            throw new IllegalArgumentException("ring_heap[" + ring + "]=" + value + " is below 1024 bytes");
        }
        return value;
    }

    private static int checkedPool(int ring, long value) {
        if (value == 0) {
            return DEFAULT_DEPENDENCY_POOL;
        }
        if (value < MIN_DEPENDENCY_POOL || value > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("ring_dep_pool[" + ring + "]=" + value + " is not in [4, 2147483647]");
        }
        return (int) value;
    }

    private static long[] spread(long... values) {
        if (values.length == RINGS) {
            return values;
        }
        if (values.length != 1) {
            throw new IllegalArgumentException("values=" + Arrays.toString(values) + " needs one value or " + RINGS);
        }
        long[] four = new long[RINGS];
        Arrays.fill(four, values[0]);
        return four;
    }

    private static long[] longs(int[] values) {
        return Arrays.stream(values).asLongStream().toArray();
    }
}
