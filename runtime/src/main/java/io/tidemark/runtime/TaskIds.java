package io.tidemark.runtime;

/** Task ids: the ring in the high half, a counter that never wraps back in the low half. Pure. */
public final class TaskIds {
    public static final long INVALID = -1;

    private TaskIds() {}

    public static long of(int ring, int local) {
        return (long) ring << 32 | local & 0xFFFF_FFFFL;
    }

    public static int ring(long taskId) {
        return (int) (taskId >>> 32);
    }

    public static int local(long taskId) {
        return (int) taskId;
    }

    /** As people read it: {@code (ring, local)}. */
    public static String text(long taskId) {
        return taskId == INVALID
                ? "none"
                : "(" + ring(taskId) + ", " + (local(taskId) & 0xFFFF_FFFFL) + ")";
    }
}
