package io.tidemark.chip.simulated;

import io.tidemark.chip.CpuTime;
import io.tidemark.chip.simulated.CarrierPool.KernelLengths;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Collections;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that steps lanes. It keeps the lanes it had last, and takes another's only when that one
 * was neglected: free or inside a kernel, and unvisited for {@link #NEGLECT_NANOS}. So short
 * kernels stay on one carrier, where everything is in its cache, and long ones spread over all.
 * With more than two CPUs this changes once kernels were seen to last for {@link #LONG_NANOS}. Then any carrier may
 * take a lane at once while the lane's carrier is inside a kernel. This ends when {@link #SHORT_KERNELS} kernels of one
 * carrier in a row were short again. A carrier times one of {@link #KERNELS_PER_SAMPLE} itself: others may all be
 * asleep.
 *
 * <p>A carrier that stays in a kernel loses its licence to {@link CarrierPool}, and sleeps when it
 * comes back.
 */
final class Carrier extends Thread {
    static final long NEGLECT_NANOS = 10_000;

    /** More than it costs to hand a lane over, so that it pays to run kernels side by side. */
    static final long LONG_NANOS = 1_500;

    private static final int SPINS_BEFORE_PARK = 2_000; // some 30 to 60 microseconds of empty rounds
    private static final int SPINS_BETWEEN_LONG_KERNELS = 200; // each carrier's own
    private static final int SHORT_KERNELS = 32;
    private static final int LONG_KERNELS = 2;
    private static final int KERNELS_PER_SAMPLE = 32; // of those that are taken for short
    private static final long FIRST_PARK_NANOS = 50_000;
    private static final long LONGEST_PARK_NANOS = 2_000_000;

    private static final VarHandle KERNEL_MARKS;

    static {
        try {
            KERNEL_MARKS = MethodHandles.lookup().findVarHandle(Carrier.class, "kernelMarks", long.class);
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
    private boolean isTimed; // the kernel that it is in
    private long kernelBegan;
    private int shortKernels; // in a row
    private int longKernels;
    private volatile boolean licensed = true;
    private volatile boolean parked;
    private volatile boolean wanted; // since it was parked
    private int idleRounds;
    private long parkNanos = FIRST_PARK_NANOS;

    Carrier(CarrierPool pool, Lane[] lanes, int number) {
        super("tidemark-carrier-" + number);
        setDaemon(true);
        this.pool = pool;
        this.lanes = lanes.clone();
        if (pool.isCrowd()) { // not all begin with the same one
            Collections.rotate(Arrays.asList(this.lanes), -number);
        }
        this.number = number;
        this.seenVisits = new long[lanes.length];
        this.seenNanos = new long[lanes.length];
    }

    int number() {
        return number;
    }

    /** On the way into a kernel. */
    void entersKernel() {
        KERNEL_MARKS.setOpaque(this, kernelMarks + 1);
        boolean mayLast = pool.kernelLengths() != KernelLengths.SHORT;
        if (mayLast) {
            pool.spinsNoLonger(this);
        }
        isTimed = mayLast || pool.isCrowd() && (kernelMarks >> 1) % KERNELS_PER_SAMPLE == 0;
        if (isTimed) {
            kernelBegan = System.nanoTime();
        }
    }

    /** On the way out. */
    void leavesKernel() {
        KERNEL_MARKS.setOpaque(this, kernelMarks + 1);
        if (!isTimed) {
            return;
        }
        if (System.nanoTime() - kernelBegan > LONG_NANOS) {
            shortKernels = 0;
            if (++longKernels >= LONG_KERNELS) {
                pool.kernelsAre(KernelLengths.LONG);
            } else if (pool.kernelLengths() == KernelLengths.SHORT) {
                pool.kernelsAre(KernelLengths.TIMED);
            }
        } else {
            longKernels = 0;
            if (++shortKernels >= SHORT_KERNELS) {
                shortKernels = 0;
                pool.kernelsAre(KernelLengths.SHORT);
            }
        }
    }

    /** Odd inside a kernel; the same odd value twice means the same kernel. */
    long kernelMarksOpaque() {
        return (long) KERNEL_MARKS.getOpaque(this);
    }

    boolean isInKernel() {
        return (kernelMarksOpaque() & 1) != 0;
    }

    /** Whether it is one of those that count as awake, and inside a kernel. */
    boolean isAwakeInKernel() {
        return licensed && !parked && isInKernel();
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

    /** Whether it sleeps, and would look at the lanes if it were woken. */
    boolean isAsleep() {
        return parked && licensed && !isInKernel(); // it may find work on its last look
    }

    /** Whether it was woken since it went to sleep, and is on its way. */
    boolean isWanted() {
        return wanted;
    }

    /** Any thread. */
    void wake() {
        wanted = true;
        LockSupport.unpark(this);
    }

    /** Whether kernels last so long that others should run those which wait behind one. */
    boolean wantsHelp() {
        return pool.areKernelsLong() && pool.isAnyoneAsleep();
    }

    /** Wakes others for this many kernels. */
    void recruit(int kernels) {
        pool.recruit(kernels);
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
            if (mayTake(i) && lane.tryClaim(number)) {
                progress |= lane.pass(this);
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

    private boolean mayTake(int index) {
        int keeper = lanes[index].keeper();
        return keeper == number
                || pool.areKernelsLong() && (lanes[index].isInKernel() || pool.isInKernel(keeper))
                || isNeglected(index);
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
        if (now - seenNanos[index] <= NEGLECT_NANOS) {
            return false;
        }
        if (pool.isCrowd() && lane.isInKernel() && pool.kernelLengths() == KernelLengths.SHORT) {
            pool.kernelsAre(KernelLengths.TIMED);
        }
        return true;
    }

    private void rest() {
        idleRounds++;
        if (idleRounds < SPINS_BETWEEN_LONG_KERNELS && pool.areKernelsLong()
                || idleRounds < SPINS_BEFORE_PARK && pool.mayCompanySpin(this)) {
            Thread.onSpinWait();
            return;
        }
        idleRounds = SPINS_BEFORE_PARK; // one round per nap from here on, until there is work
        pool.goesToSleep(this);
        wanted = false; // before anybody can want it again
        parked = true;
        // A thread that adds work from here on sees us asleep; this round finds work added before.
        if (visitLanes()) {
            idleRounds = 0;
        } else if (!wanted && !pool.isEnded() && licensed) { // a lock may have taken the permit
            LockSupport.parkNanos(this, parkNanos);
            parkNanos = Math.min(2 * parkNanos, LONGEST_PARK_NANOS);
        }
        Thread.interrupted(); // meant for a kernel that is over
        parked = false;
        pool.wakesUp();
        if (wanted && pool.isCrowd()) { // a lane that another keeps takes more than one look
            idleRounds = 0;
            parkNanos = FIRST_PARK_NANOS;
        }
    }

    private void sleepUnlicensed() {
        Thread.interrupted();
        LockSupport.parkNanos(this, 100 * LONGEST_PARK_NANOS);
    }
}
