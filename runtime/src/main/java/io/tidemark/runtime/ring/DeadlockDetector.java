package io.tidemark.runtime.ring;

/**
 * Decides whether a blocked submit can still hope. A state machine without clock or threads: the
 * blocked thread feeds it what it sees, now included, and acts on the answer. One per blocking
 * resource, used by the orchestrator thread.
 */
public final class DeadlockDetector {
    /** Half a second without any reclaimed task is given up as a standstill. */
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
        /** Nothing moved or was under way for the timeout, although everybody has looked. */
        TIMEOUT
    }

    /** Those who could still free something; one that got no time of the CPU has not looked. */
    public interface Others {
        /** The time begins to count: everybody is to look again. */
        void ask();

        /** Whether everybody has looked since, and found nothing to do. */
        boolean haveAllLooked();
    }

    private static final Others NOBODY = new Others() {
        @Override
        public void ask() {}

        @Override
        public boolean haveAllLooked() {
            return true;
        }
    };

    private final long timeoutNanos;
    private final Others others;
    private long progressSeen;
    private long timerStartNanos;
    private boolean timerRuns;

    public DeadlockDetector() {
        this(TIMEOUT_NANOS);
    }

    public DeadlockDetector(long timeoutNanos) {
        this(timeoutNanos, NOBODY);
    }

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
     * @param progress anything that grows with reclamation: the oldest live task, or entries freed
     * @param failedElsewhere an error is already latched
     * @param headIsHeld the oldest live task belongs to an open scope on the blocked ring
     * @param underWay a core runs a kernel, or a scheduler waits for the host: that may still free
     *     something, and whether it ever ends is not for the blocked thread to judge
     */
    public Verdict check(long nowNanos, long progress, boolean failedElsewhere, boolean headIsHeld, boolean underWay) {
        if (progress != progressSeen) {
            reset(progress);
            return Verdict.WAIT;
        }
        if (failedElsewhere) {
            return Verdict.FAILED_ELSEWHERE;
        }
        if (headIsHeld) {
            return Verdict.STRUCTURAL;
        }
        if (!timerRuns || underWay) {
            timerRuns = true;
            timerStartNanos = nowNanos;
            others.ask();
            return Verdict.WAIT;
        }
        return nowNanos - timerStartNanos >= timeoutNanos && others.haveAllLooked() ? Verdict.TIMEOUT : Verdict.WAIT;
    }
}
