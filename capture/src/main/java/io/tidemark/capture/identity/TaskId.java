package io.tidemark.capture.identity;

/** What the 64 bits of a task id mean: ring in the upper half, local number in the lower. */
public final class TaskId {
    /** The id that names no task. */
    public static final long INVALID = -1L;

    private TaskId() {}

    /** All 32 bits of the ring. */
    public static long ring(long taskId) {
        return taskId >>> 32;
    }

    public static long local(long taskId) {
        return taskId & 0xFFFF_FFFFL;
    }

    /** {@code t7} on ring 0, else {@code r2t7}; the ring shows its low eight bits only. */
    public static String label(long taskId) {
        long ring = ring(taskId) & 0xFF;
        return ring == 0 ? "t" + local(taskId) : "r" + ring + "t" + local(taskId);
    }
}
