package io.tidemark.runtime.scheduler;

import io.tidemark.runtime.task.TaskShape;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What schedulers tell one another: each writes its own row and reads all. Rows lie on cache lines
 * of their own.
 */
public final class TeamBoard {
    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int ROW = 16;
    private static final int COMPLETED = 0;
    private static final int RUNNING = 1;
    private static final int IDLE = 2; // one word per shape that takes one core
    private static final int IDLE_CLUSTERS = 8; // one word per set of positions
    private static final int HELD = 7;

    private final int schedulers;
    private final long[] words;
    private final AtomicInteger atBarrier = new AtomicInteger();
    private final AtomicInteger emergencyBroadcasts = new AtomicInteger();

    public TeamBoard(int schedulers) {
        this.schedulers = schedulers;
        this.words = new long[(schedulers + 2) * ROW];
    }

    public int schedulers() {
        return schedulers;
    }

    void completed(int scheduler, long count) {
        WORDS.setRelease(words, row(scheduler) + COMPLETED, count);
    }

    /** Tasks completed by schedulers. */
    public long completedAcquire() {
        long sum = 0;
        for (int scheduler = 0; scheduler < schedulers; scheduler++) {
            sum += (long) WORDS.getAcquire(words, row(scheduler) + COMPLETED);
        }
        return sum;
    }

    void running(int scheduler, int count) {
        WORDS.setRelease(words, row(scheduler) + RUNNING, (long) count);
    }

    /** Tasks that cores have or are about to get. */
    public int runningAcquire() {
        long sum = 0;
        for (int scheduler = 0; scheduler < schedulers; scheduler++) {
            sum += (long) WORDS.getAcquire(words, row(scheduler) + RUNNING);
        }
        return (int) sum;
    }

    /** Says whether a scheduler waits for the host that collects its records. */
    void held(int scheduler, boolean isHeld) {
        WORDS.setRelease(words, row(scheduler) + HELD, isHeld ? 1L : 0L);
    }

    public boolean isAnyHeld() {
        for (int scheduler = 0; scheduler < schedulers; scheduler++) {
            if ((long) WORDS.getAcquire(words, row(scheduler) + HELD) > 0) {
                return true;
            }
        }
        return false;
    }

    void idle(int scheduler, int shape, int count) {
        WORDS.setOpaque(words, row(scheduler) + IDLE + shape, (long) count);
    }

    /** Whether a scheduler other than this one has an idle core for a shape. */
    boolean isAnotherIdle(int scheduler, int shape) {
        assert shape < TaskShape.SINGLE_CORE : "shape=" + shape;
        return isAnotherAboveZero(scheduler, IDLE + shape);
    }

    /** How many clusters have these positions idle. */
    void idleClusters(int scheduler, int positions, int count) {
        WORDS.setOpaque(words, row(scheduler) + IDLE_CLUSTERS + positions, (long) count);
    }

    /** Whether a scheduler other than this one has a cluster with these positions idle. */
    boolean isAnotherClusterIdle(int scheduler, int positions) {
        return isAnotherAboveZero(scheduler, IDLE_CLUSTERS + positions);
    }

    private boolean isAnotherAboveZero(int scheduler, int word) {
        for (int other = 0; other < schedulers; other++) {
            if (other != scheduler && (long) WORDS.getOpaque(words, row(other) + word) > 0) {
                return true;
            }
        }
        return false;
    }

    /** Once per scheduler, when its cores have booted and know their payload buffers. */
    void arriveAtBarrier() {
        atBarrier.incrementAndGet();
    }

    boolean isBarrierOpen() {
        return atBarrier.get() == schedulers;
    }

    void countEmergencyBroadcast() {
        emergencyBroadcasts.incrementAndGet();
    }

    /** How often all cores were told to leave because of a failure: at most once. */
    public int emergencyBroadcasts() {
        return emergencyBroadcasts.get();
    }

    private static int row(int scheduler) {
        return (scheduler + 1) * ROW;
    }
}
