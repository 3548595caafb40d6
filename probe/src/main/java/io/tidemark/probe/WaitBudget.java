package io.tidemark.probe;

import java.util.function.LongSupplier;

/**
 * The one deadline of a wait that is made of refused steps. The clock is read only while something
 * is refused, so it costs nothing otherwise. One owner, its thread only. Once spent it stays spent
 * until {@link #end}: behind a dead host a producer waits once, not once per record.
 *
 * <p>Between two refusals at most a quarter of the time counts, however long they lie apart: when
 * this process itself was stopped for a while, others had no chance to help either.
 */
public final class WaitBudget {

    private static final int FEWEST_LOOKS = 4;

    private final long timeoutNanos;
    private final LongSupplier nanoClock;
    private final HostWaits host; // null when something else is waited for
    private boolean running;
    private boolean spent;
    private long lookNanos;
    private long waitedNanos;

    public WaitBudget(long timeoutNanos, LongSupplier nanoClock) {
        this(timeoutNanos, nanoClock, null);
    }

    WaitBudget(long timeoutNanos, LongSupplier nanoClock, HostWaits host) {
        if (timeoutNanos < 0) {
            throw new IllegalArgumentException("timeoutNanos=" + timeoutNanos);
        }
        this.timeoutNanos = timeoutNanos;
        this.nanoClock = nanoClock;
        this.host = host;
    }

    /**
     * Counts one refusal. True once the wait has lasted too long: go on without what was waited
     * for.
     */
    public boolean isSpent() {
        if (spent) {
            return true;
        }
        long now = nanoClock.getAsLong();
        if (!running) {
            running = true;
            lookNanos = now;
            waitedNanos = 0;
        }
        waitedNanos += Math.min(now - lookNanos, countedNanos(timeoutNanos));
        lookNanos = now;
        spent = waitedNanos >= timeoutNanos;
        if (!spent && host != null) {
            host.refused();
        }
        return spent;
    }

    /** The most that counts between two looks at something that has so long. */
    public static long countedNanos(long timeoutNanos) {
        return timeoutNanos / FEWEST_LOOKS + 1;
    }

    /**
     * By its clock: every refusal that is counted before this moment finds time left, and may as
     * well not be counted if a later one before this moment is. Far in the past while no wait goes
     * on, or none that has time left.
     */
    public long safeUntilNanos() {
        return running && !spent
                ? lookNanos + Math.min(timeoutNanos - waitedNanos, countedNanos(timeoutNanos))
                : Long.MIN_VALUE;
    }

    /** Nothing more is waited for, until the {@link #end} of the wait. */
    public void spend() {
        running = true;
        spent = true;
    }

    /** True between the first refusal and the {@link #end} of the wait. */
    public boolean isRunning() {
        return running;
    }

    /** The wait is over because there is room again. */
    public void end() {
        running = false;
        spent = false;
    }
}
