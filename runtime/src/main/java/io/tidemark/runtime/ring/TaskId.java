package io.tidemark.runtime.ring;

/**
 * Arithmetic on 64-bit task ids: the ring in the high half, in the low half a counter of the ring's
 * submits. The counter may wrap after 2^32 submits, so two of them are compared by their
 * difference. Pure: any thread may call it.
 */
public final class TaskId {
    /** No task: all bits set. */
    public static final long NONE = -1;

    public static final int RINGS = 4;

    private TaskId() {}

    public static long of(int ring, int local) {
        return (long) ring << 32 | local & 0xFFFF_FFFFL;
    }

    public static int ring(long taskId) {
        return (int) (taskId >>> 32);
    }

    public static int local(long taskId) {
        return (int) taskId;
    }

    /** Whether an id can name a task at all; says nothing about whether the task still exists. */
    public static boolean isValid(long taskId) {
        return taskId >>> 32 < RINGS;
    }

    /** Whether a local id was given out before another one. */
    public static boolean isBefore(int local, int other) {
        return local - other < 0;
    }
}
