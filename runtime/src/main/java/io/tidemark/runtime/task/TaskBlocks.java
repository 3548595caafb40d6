package io.tidemark.runtime.task;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The parts of a task that runs more than once: which blocks are given out, and how many subtasks
 * have ended. Any thread; each word is changed by compare-and-set or by adding, so blocks are given
 * out once and exactly one caller ends the task.
 */
public final class TaskBlocks {
    /** A claim of no block. */
    public static final long NOTHING = 0;

    private static final VarHandle NEXT;
    private static final VarHandle ENDED;
    private static final VarHandle INTERRUPTED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            NEXT = lookup.findVarHandle(TaskBlocks.class, "next", int.class);
            ENDED = lookup.findVarHandle(TaskBlocks.class, "ended", int.class);
            INTERRUPTED = lookup.findVarHandle(TaskBlocks.class, "interrupted", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private int next;
    private int ended;
    private boolean interrupted;

    /** For a new task, before anyone else can know it. */
    void begin() {
        NEXT.setOpaque(this, 0);
        ENDED.setOpaque(this, 0);
        INTERRUPTED.setOpaque(this, false);
    }

    /** Takes the next blocks, at most so many; see {@link #first} and {@link #end}. */
    long claim(int blockCount, int most) {
        int seen = (int) NEXT.getAcquire(this);
        while (seen < blockCount) {
            int end = Math.min(blockCount, seen + most);
            int witness = (int) NEXT.compareAndExchange(this, seen, end);
            if (witness == seen) {
                return claimOf(seen, end);
            }
            seen = witness;
        }
        return NOTHING;
    }

    int claimedAcquire() {
        return (int) NEXT.getAcquire(this);
    }

    /** Counts one subtask; true for the one caller that ends the last. */
    boolean endSubtask(int subtasks) {
        return (int) ENDED.getAndAdd(this, 1) + 1 == subtasks;
    }

    int endedAcquire() {
        return (int) ENDED.getAcquire(this);
    }

    /** True for the first caller. */
    boolean interrupt() {
        return INTERRUPTED.compareAndSet(this, false, true);
    }

    static long claimOf(int first, int end) {
        return (long) first << 32 | end;
    }

    public static int first(long claim) {
        return (int) (claim >>> 32);
    }

    /** One behind the last block of a claim. */
    public static int end(long claim) {
        return (int) claim;
    }
}
