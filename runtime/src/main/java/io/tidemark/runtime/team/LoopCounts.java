package io.tidemark.runtime.team;

/**
 * How often an actor has looped, and how often without work; now and then, while it finds nothing to do,
 * its watch is asked whether the run stands still. For the thread that steps the actor.
 */
public final class LoopCounts {
    private static final int IDLE_LOOPS_PER_CHECK = 64; // a check reads the clock

    private final StallWatch watch;
    private long all;
    private long idle;
    private int streak; // loops without work in a row

    public LoopCounts(StallWatch watch) {
        this.watch = watch;
    }

    public void begin() {
        all++;
    }

    public long all() {
        return all;
    }

    /** This loop found nothing to do. */
    public void countIdle() {
        idle++;
    }

    public long idle() {
        return idle;
    }

    public void endStreak() {
        streak = 0;
    }

    /** This loop found nothing to do; returns why the run cannot go on, or null. */
    public RunFailure foundNothing() {
        return ++streak % IDLE_LOOPS_PER_CHECK == 0 ? watch.check() : null;
    }

    /** This many loops were skipped, each of which would have found nothing. */
    public void skip(long count) {
        all += count;
        idle += count;
        boolean isChecked = Math.floorMod(streak, IDLE_LOOPS_PER_CHECK) + count >= IDLE_LOOPS_PER_CHECK;
        streak += (int) count;
        RunFailure failure = isChecked ? watch.check() : null;
        assert failure == null : failure.sentence();
    }
}
