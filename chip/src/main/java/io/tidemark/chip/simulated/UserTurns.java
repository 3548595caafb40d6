package io.tidemark.chip.simulated;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The turns of user code: which thread has one, and whether it keeps it for too long by the host's
 * clock. A turn ends once: it is given back, or taken away by the watcher. The thread that has the
 * turn calls; {@link #watch} is the watcher's.
 */
final class UserTurns {
    private static final long WATCH_NANOS = 20_000_000;

    private final AtomicLong mark = new AtomicLong(); // odd while user code has the turn
    private final AtomicLong touches = new AtomicLong(); // of an orchestration that continues and keeps its turn
    private long start; // of the turn, as the mark was
    private volatile TurnThread thread;

    /** Takes a thread whose user code was given up past everything of the run. */
    static final class GivenUpError extends Error {
        private static final long serialVersionUID = 1;

        GivenUpError() {
            super("user code that was given up has returned", null, false, false);
        }
    }

    void enter() {
        TurnThread mine = TurnThread.current();
        if (thread != mine) {
            thread = mine;
        }
        start = mark.getPlain() + 1; // even, so no other thread writes it
        mark.setRelease(start);
    }

    /** False when it was given up meanwhile, and the turn is another thread's. */
    boolean leave() {
        long mine = start;
        return thread == TurnThread.current() && mark.compareAndSet(mine, mine + 1);
    }

    /** User code has returned to us; the thread of code that was given up ends here. */
    void returned() {
        if (!leave()) {
            throw new GivenUpError();
        }
    }

    /** The orchestration continues and keeps its turn. */
    void touched() {
        touches.lazySet(touches.get() + 1);
    }

    /** False for threads of the user's own: they have no turn to give up. */
    boolean isOfThisThread() {
        return Thread.currentThread() == thread;
    }

    /**
     * Waits for the end; takes the turn from user code that keeps it.
     *
     * @param mostNanos how long it may
     * @param lost receives the thread whose turn is the caller's now
     * @return whether the caller was interrupted
     */
    boolean watch(long mostNanos, BooleanSupplier isEnded, Consumer<TurnThread> lost) {
        boolean interrupted = false;
        long seen = -1;
        long seenTouches = -1;
        long sinceNanos = System.nanoTime();
        while (!isEnded.getAsBoolean()) {
            LockSupport.parkNanos(this, WATCH_NANOS);
            interrupted |= Thread.interrupted();
            long now = System.nanoTime();
            long marked = mark.get();
            if ((marked & 1) == 0 || marked != seen || touches.get() != seenTouches) {
                seen = marked;
                seenTouches = touches.get();
                sinceNanos = now;
            } else if (now - sinceNanos > mostNanos && mark.compareAndSet(marked, marked + 1)) {
                lost.accept(thread);
            }
        }
        return interrupted;
    }
}
