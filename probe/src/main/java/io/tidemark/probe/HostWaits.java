package io.tidemark.probe;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.LongSupplier;

/**
 * How long the probes of one run wait for the host that collects their records, and a count that moves
 * while one of them does. A deadline of the run starts again whenever the count has moved, so a slow
 * host costs records and never the run. Made before the run; any thread.
 */
public final class HostWaits {
    private static final VarHandle REFUSALS;

    static {
        try {
            REFUSALS = MethodHandles.lookup().findVarHandle(HostWaits.class, "refusals", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final long timeoutNanos;
    private final LongSupplier nanoClock;

    @SuppressWarnings("unused") // through REFUSALS
    private long refusals;

    /**
     * @param timeoutNanos how long a lane waits before it drops records and counts them
     * @param nanoClock what the waits are timed by; read only while a lane waits; it must not stand still
     */
    public HostWaits(long timeoutNanos, LongSupplier nanoClock) {
        this.timeoutNanos = timeoutNanos;
        this.nanoClock = nanoClock;
    }

    /** For a run that records nothing. */
    public static HostWaits none() {
        return new HostWaits(0, () -> 0);
    }

    /** The deadline of one lane, or of one group of lanes. */
    public WaitBudget budget() {
        return new WaitBudget(timeoutNanos, nanoClock, this);
    }

    /** Changes while any probe waits for the host. */
    public long refusalsOpaque() {
        return (long) REFUSALS.getOpaque(this);
    }

    /** A step was refused and is asked again. Two threads at once may count as one. */
    void refused() {
        REFUSALS.setOpaque(this, refusalsOpaque() + 1);
    }
}
