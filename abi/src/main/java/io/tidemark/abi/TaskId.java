package io.tidemark.abi;

/**
 * What the 64 bits of a task id mean: the ring in the high half, in the low half a counter of the
 * ring's submits. The counter may wrap after 2^32 submits, so two of them are compared by their
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

    /** All 32 bits of the ring; an id of this chip has one below {@link #RINGS}. */
    public static int ring(long taskId) {
        return (int) (taskId >>> 32);
    }

    /** The counter, which wraps. */
    public static int local(long taskId) {
        return (int) taskId;
    }

    /** The counter as a number that is not negative. */
    public static long number(long taskId) {
        return taskId & 0xFFFF_FFFFL;
    }

    /** Whether an id can name a task at all; says nothing about whether the task still exists. */
    public static boolean isValid(long taskId) {
        return taskId >>> 32 < RINGS;
    }

    /** Whether a local id was given out before another one. */
    public static boolean isBefore(int local, int other) {
        return local - other < 0;
    }

    /** {@code t7} on ring 0, else {@code r2t7}; the ring shows its low eight bits only. */
    public static String label(long taskId) {
        int ring = ring(taskId) & 0xFF;
        return ring == 0 ? "t" + number(taskId) : "r" + ring + "t" + number(taskId);
    }
}
