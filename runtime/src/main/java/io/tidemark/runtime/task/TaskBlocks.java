package io.tidemark.runtime.task;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The parts of a task that does not simply run once: which blocks are given out, how many subtasks
 * are on cores, and how many have ended. Any thread; each word is changed by compare-and-set or by
 * adding, so blocks are given out once and exactly one caller ends the task.
 *
 * <pre>
 *   claims   generation | released | block count | next block
 * </pre>
 *
 * All state of a claim is in one word. So a claim for a task that is gone fails, whatever became of its slot. A thread
 * that stages blocks early gets none once the task was released.
 */
public final class TaskBlocks {
    /** A claim of no block. */
    public static final long NOTHING = 0;

    private static final int COUNT_SHIFT = 16;
    private static final int GENERATION_SHIFT = 33;
    private static final long RELEASED = 1L << 32;
    private static final long BLOCKS = 0xFFFF;
    private static final int GENERATIONS = 0x7FFF_FFFF;

    private static final VarHandle CLAIMS;
    private static final VarHandle PUBLISHED;
    private static final VarHandle ENDED;
    private static final VarHandle INTERRUPTED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            CLAIMS = lookup.findVarHandle(TaskBlocks.class, "claims", long.class);
            PUBLISHED = lookup.findVarHandle(TaskBlocks.class, "published", int.class);
            ENDED = lookup.findVarHandle(TaskBlocks.class, "ended", int.class);
            INTERRUPTED = lookup.findVarHandle(TaskBlocks.class, "interrupted", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private long claims;
    private int published;
    private int ended;
    private boolean interrupted;

    /** For a new task, before anyone else can know it. */
    void begin(int generation, int blockCount) {
        PUBLISHED.setOpaque(this, 0);
        ENDED.setOpaque(this, 0);
        INTERRUPTED.setOpaque(this, false);
        CLAIMS.setOpaque(
                this, (long) (generation & GENERATIONS) << GENERATION_SHIFT | (long) blockCount << COUNT_SHIFT);
    }

    /** Takes the next blocks, at most {@code most}; see {@link #first} and {@link #end}. */
    long claim(int most) {
        long seen = (long) CLAIMS.getAcquire(this);
        while (next(seen) < count(seen)) {
            int first = next(seen);
            int end = Math.min(count(seen), first + most);
            long witness = (long) CLAIMS.compareAndExchange(this, seen, seen + end - first);
            if (witness == seen) {
                return claimOf(first, end);
            }
            seen = witness;
        }
        return NOTHING;
    }

    /** As {@link #claim}, for a task that is not released and still is that of the generation. */
    long claimStaged(int generation, int most) {
        long seen = (long) CLAIMS.getAcquire(this);
        while (next(seen) < count(seen)
                && (seen & RELEASED) == 0
                && (int) (seen >>> GENERATION_SHIFT) == (generation & GENERATIONS)) {
            int first = next(seen);
            int end = Math.min(count(seen), first + most);
            long witness = (long) CLAIMS.compareAndExchange(this, seen, seen + end - first);
            if (witness == seen) {
                return claimOf(first, end);
            }
            seen = witness;
        }
        return NOTHING;
    }

    /** Ends staging; true when blocks are left that were not taken. */
    boolean release() {
        long seen = (long) CLAIMS.getAndBitwiseOr(this, RELEASED);
        return next(seen) < count(seen);
    }

    int claimedAcquire() {
        return next((long) CLAIMS.getAcquire(this));
    }

    /** Counts subtasks that are on their cores; true for the one caller that counts the last. */
    boolean publish(int count, int subtasks) {
        return (int) PUBLISHED.getAndAdd(this, count) + count == subtasks;
    }

    int publishedVolatile() {
        return (int) PUBLISHED.getVolatile(this);
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

    private static int next(long word) {
        return (int) (word & BLOCKS);
    }

    private static int count(long word) {
        return (int) (word >>> COUNT_SHIFT & BLOCKS);
    }
}
