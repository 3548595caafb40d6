package io.tidemark.chip.simulated;

import io.tidemark.chip.CpuTime;
import io.tidemark.chip.DriveOutcome;
import io.tidemark.chip.Pacer;
import io.tidemark.chip.Supervisor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * Steps lanes with real threads: a fixed number of licensed carriers, and one more for each that a
 * kernel keeps for long. The caller of {@link #drive} is the watcher that moves the licences. When
 * a run ends, threads that are still inside user code are reported and left; they are daemons.
 */
public final class CarrierPool implements ActorStepper {
    /**
     * What carriers know of how long kernels last. A lane that stays in one kernel for long may only have lost its CPU,
     * so kernels are timed for a while before they count as long.
     */
    enum KernelLengths {
        /** Or not known: no clock is read for it. */
        SHORT,
        /** One seemed to be long: each is timed. */
        TIMED,
        /** Longer than it takes to hand a lane over. Each is timed. */
        LONG
    }

    /**
     * A kernel that runs longer than this no longer counts as holding a CPU's worth of carriers.
     */
    private static final long STUCK_NANOS = 200_000;

    private static final long LONGEST_STUCK_NANOS = 5_000_000;
    private static final long CALM_WATCH_NANOS = 1_000_000;
    private static final long COMPANION_GRACE_NANOS = 50_000_000; // then it is interrupted
    private static final long CARRIER_RETURN_NANOS = 10_000_000_000L; // a machine may be busy
    private static final long JOIN_SLICE_NANOS = 1_000_000;
    private static final int MOST_RECRUITS = 2; // each of them wakes others
    private static final int CROWD = 3;

    private final int licences;
    private final boolean isCrowd;
    private final long joinNanos;
    private final List<Carrier> carriers = new ArrayList<>(); // watcher only, after the start
    private final AtomicReference<CpuTime> cpuTime = new AtomicReference<>(CpuTime.NONE);
    private final AtomicInteger awake = new AtomicInteger();
    private final AtomicInteger unfinishedLanes = new AtomicInteger();
    private final ThreadPacer pacer = new ThreadPacer(this);

    private volatile Carrier[] published = new Carrier[0];
    private volatile Carrier spinner;
    private volatile Thread watcher;
    private volatile boolean ended;
    private volatile Throwable crash;
    private volatile KernelLengths kernelLengths = KernelLengths.SHORT;
    private long[] seenMarks = new long[0];
    private long[] seenNanos = new long[0];

    /**
     * @param licences carriers that may be outside of kernels at once, normally as many as there
     *     are CPUs
     * @param joinNanos how long user code may take to return after the lanes have ended
     */
    public CarrierPool(int licences, long joinNanos) {
        this(licences, joinNanos, Runtime.getRuntime().availableProcessors());
    }

    /** On a machine of this many CPUs. */
    CarrierPool(int licences, long joinNanos, int cpus) {
        if (licences < 1) {
            throw new IllegalArgumentException("licences=" + licences + " is below 1");
        }
        this.licences = licences;
        this.isCrowd = Math.min(licences, cpus) >= CROWD;
        this.joinNanos = joinNanos;
    }

    @Override
    public Pacer pacer() {
        return pacer;
    }

    @Override
    public DriveOutcome drive(List<Lane> lanes, Runnable companionBody, Supervisor supervisor) {
        watcher = Thread.currentThread();
        unfinishedLanes.set(lanes.size());
        Lane[] all = lanes.toArray(Lane[]::new);
        for (Lane lane : all) {
            lane.shareAmongCarriers();
        }
        Thread companion = new Thread(companionBody, "tidemark-orchestrator");
        companion.setDaemon(true);
        pacer.companion(companion);
        for (int i = 0; i < licences; i++) {
            startCarrier(all);
        }
        companion.start();
        int mostCarriers = licences
                + 1
                + lanes.stream().mapToInt(lane -> lane.cores().size()).sum();
        boolean interrupted = false;
        while (unfinishedLanes.get() > 0 && crash == null && supervisor.goesOn()) {
            LockSupport.parkNanos(this, watch(all, mostCarriers) ? STUCK_NANOS : CALM_WATCH_NANOS);
            interrupted |= Thread.interrupted(); // else no park would last
        }
        ended = true;
        for (Carrier carrier : carriers) {
            LockSupport.unpark(carrier);
        }
        try {
            return leave(companion, all, supervisor.joinNanos(joinNanos));
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    boolean isEnded() {
        return ended;
    }

    void crash(Throwable cause) {
        crash = cause;
        LockSupport.unpark(watcher);
    }

    /** Adds the CPU time of a carrier thread that ends. */
    void addCpuTime(CpuTime ofCarrier) {
        cpuTime.accumulateAndGet(ofCarrier, CpuTime::plus);
    }

    void laneFinished() {
        if (unfinishedLanes.decrementAndGet() == 0) {
            ended = true;
            LockSupport.unpark(watcher);
        }
    }

    /**
     * Only one idle carrier at a time may spin; the others would keep CPUs from those with work.
     */
    boolean mayCompanySpin(Carrier carrier) {
        Carrier current = spinner;
        if (current == null) {
            spinner = carrier; // two at once do no harm
            return true;
        }
        return current == carrier;
    }

    void goesToSleep(Carrier carrier) {
        spinsNoLonger(carrier);
        awake.decrementAndGet();
    }

    /** Another may spin in its place. */
    void spinsNoLonger(Carrier carrier) {
        if (spinner == carrier) {
            spinner = null;
        }
    }

    void wakesUp() {
        awake.incrementAndGet();
    }

    /**
     * Whether a licensed carrier will look at the lanes by itself soon. One inside a kernel will if
     * kernels are short; where they are long it is not counted.
     */
    boolean isAnyoneAwake() {
        int count = awake.get();
        return count > 0 && (!areKernelsLong() || count > awakeInKernels());
    }

    private int awakeInKernels() {
        int count = 0;
        for (Carrier carrier : published) {
            count += carrier.isAwakeInKernel() ? 1 : 0;
        }
        return count;
    }

    /** For when no carrier is awake. One that is on its way is enough. */
    void wakeOne() {
        for (Carrier carrier : published) {
            if (isAsleep(carrier)) {
                if (!carrier.isWanted()) {
                    carrier.wake();
                }
                return;
            }
        }
    }

    /** Wakes carriers for kernels that wait, beside those that are on their way. */
    void recruit(int kernels) {
        int left = Math.min(kernels, MOST_RECRUITS);
        for (Carrier carrier : published) {
            if (left <= 0) {
                return;
            }
            if (isAsleep(carrier) && !carrier.isWanted()) {
                carrier.wake();
                left--;
            }
        }
    }

    /** One that takes its last look counts as asleep, but it need not wake itself. */
    private static boolean isAsleep(Carrier carrier) {
        return carrier != Thread.currentThread() && carrier.isAsleep();
    }

    boolean isAnyoneAsleep() {
        return awake.get() < licences;
    }

    KernelLengths kernelLengths() {
        return kernelLengths;
    }

    boolean areKernelsLong() {
        return kernelLengths == KernelLengths.LONG;
    }

    void kernelsAre(KernelLengths newLengths) {
        if (kernelLengths != newLengths) {
            kernelLengths = newLengths;
        }
    }

    /** Whether the carrier of a number is inside a kernel. */
    boolean isInKernel(int number) {
        Carrier[] all = published;
        return number < all.length && all[number].isInKernel();
    }

    /**
     * Whether kernels are to spread over many CPUs. With fewer, those who look for work and those
     * who are woken take the CPUs of kernels and of the orchestrator.
     */
    boolean isCrowd() {
        return isCrowd;
    }

    void interruptKernels() {
        for (Carrier carrier : published) {
            if (carrier.isInKernel()) {
                carrier.interrupt();
            }
        }
    }

    /**
     * Gives the licence of every carrier that a kernel keeps to another; true when one may soon be
     * due.
     */
    private boolean watch(Lane[] lanes, int mostCarriers) {
        long now = System.nanoTime();
        int stuck = 0;
        for (Carrier carrier : carriers) {
            stuck += !carrier.isLicensed() && carrier.isInKernel() ? 1 : 0;
        }
        long patience = Math.min(LONGEST_STUCK_NANOS, STUCK_NANOS << Math.min(stuck, 10));
        boolean soon = false;
        for (int i = 0; i < carriers.size(); i++) {
            Carrier carrier = carriers.get(i);
            long marks = carrier.kernelMarksOpaque();
            if (!carrier.isLicensed() || (marks & 1) == 0 || marks != seenMarks[i]) {
                seenMarks[i] = marks;
                seenNanos[i] = now;
            } else if (now - seenNanos[i] < patience) {
                soon = true;
            } else if (replace(lanes, mostCarriers)) {
                revoke(carrier);
                soon = true;
            }
        }
        return soon;
    }

    private void revoke(Carrier carrier) {
        carrier.license(false);
        awake.decrementAndGet();
        spinsNoLonger(carrier);
    }

    private boolean replace(Lane[] lanes, int mostCarriers) {
        for (Carrier carrier : carriers) {
            if (!carrier.isLicensed() && !carrier.isInKernel()) {
                awake.incrementAndGet();
                carrier.license(true);
                return true;
            }
        }
        if (carriers.size() >= mostCarriers) {
            return false;
        }
        startCarrier(lanes);
        return true;
    }

    private void startCarrier(Lane[] lanes) {
        addCarrier(lanes).start();
    }

    /** A licensed carrier that counts as awake, and is to be started. */
    Carrier addCarrier(Lane[] lanes) {
        Carrier carrier = new Carrier(this, lanes, carriers.size());
        carriers.add(carrier);
        seenMarks = Arrays.copyOf(seenMarks, carriers.size());
        seenNanos = Arrays.copyOf(seenNanos, carriers.size());
        published = carriers.toArray(Carrier[]::new);
        awake.incrementAndGet();
        return carrier;
    }

    private DriveOutcome leave(Thread companion, Lane[] lanes, long companionNanos) {
        long deadline = System.nanoTime() + companionNanos;
        List<String> abandoned = new ArrayList<>();
        if (!join(companion, Math.min(deadline, System.nanoTime() + COMPANION_GRACE_NANOS))) {
            companion.interrupt();
            if (!join(companion, deadline)) {
                abandoned.add(companion.getName());
            }
        }
        // A carrier that was delayed on its way out of a kernel comes back. Only a carrier inside a kernel that its
        // lane gave up does not, and there is one for each such kernel.
        List<Carrier> left = new ArrayList<>(carriers);
        boolean givenUp = unfinishedLanes.get() > 0;
        long carrierDeadline = System.nanoTime() + (givenUp ? companionNanos : CARRIER_RETURN_NANOS);
        while (left.size() > kernelsGivenUp(lanes) && System.nanoTime() - carrierDeadline < 0) {
            left.removeIf(carrier -> join(carrier, System.nanoTime() + JOIN_SLICE_NANOS));
        }
        for (Carrier carrier : left) {
            abandoned.add(carrier.getName());
        }
        if (crash != null) {
            throw new IllegalStateException("a scheduler or core failed: " + crash, crash);
        }
        return new DriveOutcome(abandoned, cpuTime.get());
    }

    private static int kernelsGivenUp(Lane[] lanes) {
        int count = 0;
        for (Lane lane : lanes) {
            for (Core core : lane.cores()) {
                count += core.isAbandoned() && core.isExecutingAcquire() ? 1 : 0;
            }
        }
        return count;
    }

    private static boolean join(Thread thread, long deadlineNanos) {
        boolean interrupted = false;
        try {
            while (thread.isAlive()) {
                long left = deadlineNanos - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                try {
                    thread.join(left / 1_000_000L, (int) (left % 1_000_000L));
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            return true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
