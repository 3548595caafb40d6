package io.tidemark.chip.simulated;

import io.tidemark.chip.CpuTime;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that steps lanes. It keeps the lanes it had last, and takes another's only when that one
 * was neglected: free or inside a kernel, and unvisited for {@link #NEGLECT_NANOS}. So short
 * kernels stay on one carrier, where everything is in its cache, and long ones spread over all.
 *
 * <p>A carrier that stays in a kernel loses its licence to {@link CarrierPool}, and sleeps when it
 * comes back.
 */
final class Carrier extends Thread {
    static final long NEGLECT_NANOS = 10_000;

    private static final int SPINS_BEFORE_PARK =
            2_000; // some 30 to 60 microseconds of empty rounds
    private static final long FIRST_PARK_NANOS = 50_000;
    private static final long LONGEST_PARK_NANOS = 2_000_000;

    private static final VarHandle KERNEL_MARKS;

    static {
        try {
            KERNEL_MARKS =
                    MethodHandles.lookup().findVarHandle(Carrier.class, "kernelMarks", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final CarrierPool pool;
    private final Lane[] lanes;
    private final int number;
    private final long[] seenVisits;
    private final long[] seenNanos;

    private long kernelMarks;
    private volatile boolean licensed = true;
    private volatile boolean parked;
    private int idleRounds;
    private long parkNanos = FIRST_PARK_NANOS;

    Carrier(CarrierPool pool, Lane[] lanes, int number) {
        super("tidemark-carrier-" + number);
        setDaemon(true);
        this.pool = pool;
        this.lanes = lanes;
        this.number = number;
        this.seenVisits = new long[lanes.length];
        this.seenNanos = new long[lanes.length];
    }

    int number() {
        return number;
    }

    /** Called on the way into a kernel and on the way out. */
    void markKernel() {
        KERNEL_MARKS.setOpaque(this, kernelMarks + 1);
    }

    /** Odd inside a kernel; the same odd value twice means the same kernel. */
    long kernelMarksOpaque() {
        return (long) KERNEL_MARKS.getOpaque(this);
    }

    boolean isInKernel() {
        return (kernelMarksOpaque() & 1) != 0;
    }

    boolean isLicensed() {
        return licensed;
    }

    /** Called by the watcher thread of the pool only. */
    void license(boolean given) {
        licensed = given;
        if (given) {
            LockSupport.unpark(this);
        }
    }

    boolean isParked() {
        return parked;
    }

    @Override
    public void run() {
        try {
            while (!pool.isEnded()) {
                if (!licensed) {
                    sleepUnlicensed();
                } else if (visitLanes()) {
                    idleRounds = 0;
                    parkNanos = FIRST_PARK_NANOS;
                } else {
                    rest();
                }
            }
        } catch (Throwable cause) { // a defect of ours: the run must end, not hang
            pool.crash(cause);
        } finally {
            pool.addCpuTime(CpuTime.ofThisThread());
        }
    }

    private boolean visitLanes() {
        boolean progress = false;
        for (int i = 0; i < lanes.length; i++) {
            Lane lane = lanes[i];
            if ((lane.keeper() == number || isNeglected(i)) && lane.tryClaim(number)) {
                progress |= lane.pass(number);
                if (lane.isHeldBy(number)) {
                    lane.release();
                    if (lane.isFinished()) {
                        pool.laneFinished();
                    }
                }
            }
        }
        return progress;
    }

    private boolean isNeglected(int index) {
        Lane lane = lanes[index];
        if (lane.isFinished()) {
            return false;
        }
        long visits = lane.visitsOpaque();
        long now = System.nanoTime();
        if (visits != seenVisits[index] || seenNanos[index] == 0) {
            seenVisits[index] = visits;
            seenNanos[index] = now;
            return false;
        }
        return now - seenNanos[index] > NEGLECT_NANOS;
    }

    private void rest() {
        if (++idleRounds < SPINS_BEFORE_PARK && pool.mayCompanySpin(this)) {
            Thread.onSpinWait();
            return;
        }
        idleRounds = SPINS_BEFORE_PARK; // one round per nap from here on, until there is work
        pool.goesToSleep(this);
        parked = true;
        // Whoever makes work from here on sees us asleep; what was made before, this round finds.
        if (visitLanes()) {
            idleRounds = 0;
        } else if (!pool.isEnded() && licensed) {
            LockSupport.parkNanos(this, parkNanos);
            parkNanos = Math.min(2 * parkNanos, LONGEST_PARK_NANOS);
        }
        Thread.interrupted(); // meant for a kernel that is over
        parked = false;
        pool.wakesUp();
    }

    private void sleepUnlicensed() {
        Thread.interrupted();
        LockSupport.parkNanos(this, 100 * LONGEST_PARK_NANOS);
    }
}
