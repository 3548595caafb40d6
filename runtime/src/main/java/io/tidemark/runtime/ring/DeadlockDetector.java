package io.tidemark.runtime.ring;

/**
 * Decides whether a blocked submit can still hope. A state machine without clock or threads: the
 * blocked thread feeds it what it sees, now included, and acts on the answer. One per blocking
 * resource, used by the orchestrator thread.
 */
public final class DeadlockDetector {
    /** Half a second without any progress is given up as a standstill. */
    public static final long TIMEOUT_NANOS = 500_000_000L;

    /** What the blocked thread does next. */
    public enum Verdict {
        /** Try again. */
        WAIT,
        /** Another thread failed first; leave without an error of this one. */
        FAILED_ELSEWHERE,
        /**
         * What must be reclaimed first belongs to a scope that this very thread would have to
         * close.
         */
        STRUCTURAL,
        /** Nothing moved or was under way for the timeout, nor when everybody had looked once more. */
        TIMEOUT
    }

    /** Those who could still free something; one that got no time of the CPU has not looked. */
    public interface Others {
        /** The time is over: everybody is to look once more. */
        void ask();

        /** Whether everybody has looked since, and found nothing to do. */
        boolean haveAllLooked();
    }

    private final long timeoutNanos;
    private final Others others;
    private long progressSeen;
    private long timerStartNanos;
    private boolean timerRuns;
    private boolean hasAsked;
    private boolean haveAllLooked;

    public DeadlockDetector(long timeoutNanos, Others others) {
        if (timeoutNanos <= 0) {
            throw new IllegalArgumentException("timeoutNanos=" + timeoutNanos);
        }
        this.timeoutNanos = timeoutNanos;
        this.others = others;
    }

    /** Begins a new wait. */
    public void reset(long progress) {
        progressSeen = progress;
        timerRuns = false;
    }

    /**
     * Looks once.
     *
     * @param progress changes when anything moves that may help: the oldest live task, entries freed,
     *     tasks completed
     * @param failedElsewhere an error is already latched
     * @param headIsHeld the oldest live task belongs to an open scope on the blocked ring
     * @param underWay a core runs a kernel: that may still free something, and whether it ever ends is
     *     not for the blocked thread to judge
     */
    public Verdict check(long nowNanos, long progress, boolean failedElsewhere, boolean headIsHeld, boolean underWay) {
        if (failedElsewhere) {
            return Verdict.FAILED_ELSEWHERE;
        }
        if (progress != progressSeen) {
            reset(progress);
            return Verdict.WAIT;
        }
        if (headIsHeld) {
            return Verdict.STRUCTURAL;
        }
        if (!timerRuns || underWay) {
            timerRuns = true;
            hasAsked = false;
            haveAllLooked = false;
            timerStartNanos = nowNanos;
            return Verdict.WAIT;
        }
        if (haveAllLooked) {
            return Verdict.TIMEOUT; // what they did until they had looked would show in this look
        }
        if (hasAsked) {
            haveAllLooked = others.haveAllLooked();
        } else if (nowNanos - timerStartNanos >= timeoutNanos) {
            hasAsked = true;
            others.ask();
        }
        return Verdict.WAIT;
    }
}
