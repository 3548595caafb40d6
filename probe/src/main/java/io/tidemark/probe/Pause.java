package io.tidemark.probe;

import java.util.concurrent.locks.LockSupport;

/** Backs off while a thread waits: spins, then yields, then parks briefly. One owner. */
public final class Pause {
    private static final int SPINS = 64;
    private static final int YIELDS = 64;
    private static final long PARK_NANOS = 20_000; // the host's own idle rhythm is of this size

    private int turns;

    /**
     * Waits one turn. False when the thread must end because its run has ended; it must not wait
     * any longer then.
     */
    public boolean once() {
        if (turns < SPINS) {
            Thread.onSpinWait();
        } else if (turns < SPINS + YIELDS) {
            Thread.yield();
        } else {
            LockSupport.parkNanos(PARK_NANOS);
        }
        turns = Math.min(turns + 1, SPINS + YIELDS);
        return !Thread.currentThread().isInterrupted();
    }

    public void reset() {
        turns = 0;
    }
}
