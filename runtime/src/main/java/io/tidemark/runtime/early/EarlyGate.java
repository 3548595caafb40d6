package io.tidemark.runtime.early;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The gate of one task that may be put on cores before its producers are done. Several schedulers
 * put blocks behind it, one opens it; each core's doorbell is rung by exactly one of them.
 *
 * <pre>
 *   arrivals      producers that are not on cores yet, plus one for the submit; 0: a candidate
 *   state         NONE ─▶ STAGING ─▶ DISPATCHED       who takes it to DISPATCHED releases the task
 *                   └──────────────────▲
 *   staged cores  one bit per core whose doorbell is not taken yet
 *   ahead         some producer was itself behind its gate when it was counted
 *   running       of a cohort: how many of its cores have nothing in front of it
 *   launch        NONE ─▶ RINGING ─▶ COMPLETE         of a cohort: who rings
 * </pre>
 *
 * Staging and release meet as in Dekker's algorithm: the stager sets its bits, then looks at the
 * state; the releaser sets the state, then takes the bits. One of them sees the other. All accesses
 * are sequentially consistent.
 */
public final class EarlyGate {
    private static final int NONE = 0;
    private static final int STAGING = 1;
    private static final int DISPATCHED = 2;
    private static final int RINGING = 1;
    private static final int COMPLETE = 2;

    private static final VarHandle ARRIVALS;
    private static final VarHandle STATE;
    private static final VarHandle LAUNCH;
    private static final VarHandle RUNNING;
    private static final VarHandle AHEAD;
    private static final VarHandle STAGED = MethodHandles.arrayElementVarHandle(long[].class);

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            ARRIVALS = lookup.findVarHandle(EarlyGate.class, "arrivals", int.class);
            STATE = lookup.findVarHandle(EarlyGate.class, "state", int.class);
            LAUNCH = lookup.findVarHandle(EarlyGate.class, "launch", int.class);
            RUNNING = lookup.findVarHandle(EarlyGate.class, "running", int.class);
            AHEAD = lookup.findVarHandle(EarlyGate.class, "ahead", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private int arrivals;
    private int state;
    private int launch;
    private int running;
    private boolean ahead;
    private final long[] staged;

    /**
     * @param cores of the chip
     */
    public EarlyGate(int cores) {
        staged = new long[CoreBits.wordsFor(cores)];
    }

    /** Whether the gate is large enough for a chip. */
    public boolean isFor(int cores) {
        return staged.length == CoreBits.wordsFor(cores);
    }

    /** For a new task with this many producers. Orchestrator, before another thread can know the task. */
    public void begin(int producers) {
        STATE.setOpaque(this, NONE);
        LAUNCH.setOpaque(this, NONE);
        RUNNING.setOpaque(this, 0);
        AHEAD.setOpaque(this, false);
        for (int i = 0; i < staged.length; i++) {
            STAGED.setOpaque(staged, i, 0L);
        }
        ARRIVALS.setVolatile(this, producers + 1);
    }

    /** Counts producers that are on their cores; true for the one caller that makes a candidate. */
    public boolean arrive(int count) {
        return (int) ARRIVALS.getAndAdd(this, -count) == count;
    }

    /**
     * A producer is on its core but still behind its own gate. Before that producer is counted, or
     * by the orchestrator before it counts itself.
     */
    public void goAhead() {
        AHEAD.setOpaque(this, true);
    }

    /** Whether the task became a candidate although a producer had not started. */
    public boolean isAhead() {
        return (boolean) AHEAD.getOpaque(this);
    }

    /** Makes the task a candidate; false when it is ready already. */
    public boolean tryStage() {
        return STATE.compareAndSet(this, NONE, STAGING);
    }

    /** There is no place among the candidates. Without effect when the task is ready meanwhile. */
    public void withdraw() {
        STATE.compareAndSet(this, STAGING, NONE);
    }

    public boolean isStaging() {
        return (int) STATE.getVolatile(this) == STAGING;
    }

    /** Every producer is done: true when the task was a candidate, so bits may be there to ring. */
    public boolean release() {
        return (int) STATE.getAndSet(this, DISPATCHED) == STAGING;
    }

    /** Whether the task was a candidate at all, so that blocks of it may wait on cores. */
    public boolean isStaged() {
        return (int) STATE.getVolatile(this) == STAGING || (int) RUNNING.getVolatile(this) > 0;
    }

    public boolean isReleased() {
        return (int) STATE.getVolatile(this) == DISPATCHED;
    }

    /** The token is in the core's register; its doorbell is anyone's now. */
    public void stage(CoreBits cores) {
        for (int i = 0; i < staged.length; i++) {
            if (cores.word(i) != 0) {
                STAGED.getAndBitwiseOr(staged, i, cores.word(i));
            }
        }
    }

    /** Takes every doorbell that is not taken yet. */
    public void takeAll(CoreBits into) {
        for (int i = 0; i < staged.length; i++) {
            into.word(i, (long) STAGED.getAndSet(staged, i, 0L));
        }
    }

    /** Takes those of these doorbells that are not taken yet; they stay in the set. */
    public void takeOwn(CoreBits own) {
        for (int i = 0; i < staged.length; i++) {
            long bits = own.word(i);
            own.word(i, (long) STAGED.getAndBitwiseAnd(staged, i, ~bits) & bits);
        }
    }

    /** For a cohort: this many more of its cores have nothing to run before it. Returns the number of such cores. */
    public int addRunning(int cores) {
        return (int) RUNNING.getAndAdd(this, cores) + cores;
    }

    /** True for the one caller that rings the doorbells of a cohort. */
    public boolean tryLaunch(int cores) {
        return (int) RUNNING.getVolatile(this) == cores && isReleased() && LAUNCH.compareAndSet(this, NONE, RINGING);
    }

    public void launched() {
        LAUNCH.setVolatile(this, COMPLETE);
    }

    public boolean isLaunched() {
        return (int) LAUNCH.getVolatile(this) == COMPLETE;
    }
}
