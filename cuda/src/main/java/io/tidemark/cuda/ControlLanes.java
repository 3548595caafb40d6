package io.tidemark.cuda;

import io.tidemark.chip.ControlThread;
import io.tidemark.chip.CpuTime;
import io.tidemark.chip.Pacer;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * The threads of one run on the host: one for each control thread, which steps its actor and the
 * proxies of its cores, and one for the orchestration. All are daemons. Also how they wait and wake
 * each other.
 */
final class ControlLanes implements Pacer {
    private static final int COMPANION_SPINS = 256;
    private static final long COMPANION_PARK_NANOS = 100_000;
    private static final int EMULATED_SPINS = 64;
    private static final int PATIENT_SPINS = 1 << 20; // a second or so; a GPU may answer at any time
    private static final long PARK_NANOS = 50_000;

    private final int spins;
    private final BlockRegisters registers;
    private final Runnable stopKernels;
    private final AtomicInteger unfinished = new AtomicInteger();
    private final AtomicReference<CpuTime> cpuTime = new AtomicReference<>(CpuTime.NONE);
    private LaneThread[] lanes = {};
    private Thread companion;
    private volatile boolean companionParked;
    private volatile boolean ended;
    private volatile Throwable crash;
    private volatile Thread watcher;

    /**
     * @param maySpin whether there is a free CPU for a waiting thread
     * @param registers of the chip
     * @param stopKernels tells kernels that ask to stop
     */
    ControlLanes(boolean maySpin, BlockRegisters registers, Runnable stopKernels) {
        this.registers = registers;
        this.spins = maySpin ? PATIENT_SPINS : EMULATED_SPINS;
        this.stopKernels = stopKernels;
    }

    /** Starts all threads; the caller becomes the one that watches. */
    void start(List<ControlThread> control, BlockProxy[] proxies, Runnable companionBody) {
        watcher = Thread.currentThread();
        unfinished.set(control.size());
        registers.connect(proxies);
        LaneThread[] made = new LaneThread[control.size()];
        for (int i = 0; i < made.length; i++) {
            BlockProxy[] own =
                    control.get(i).cores().stream().map(core -> proxies[core]).toArray(BlockProxy[]::new);
            made[i] = new LaneThread(i, control.get(i), own);
        }
        lanes = made;
        companion = new Thread(companionBody, "tidemark-orchestrator");
        companion.setDaemon(true);
        for (LaneThread lane : made) {
            lane.start();
        }
        companion.start();
    }

    boolean isRunning() {
        return unfinished.get() > 0 && crash == null;
    }

    /** What a lane died of, a defect of ours; null when none did. */
    Throwable crash() {
        return crash;
    }

    /** Lanes end, whether they are done or not. */
    void end() {
        ended = true;
        for (LaneThread lane : lanes) {
            LockSupport.unpark(lane);
        }
    }

    Thread companion() {
        return companion;
    }

    List<? extends Thread> threads() {
        return List.of(lanes);
    }

    CpuTime cpuTime() {
        return cpuTime.get();
    }

    @Override
    public void pause(int attempt) {
        if (attempt < COMPANION_SPINS) {
            Thread.onSpinWait();
            return;
        }
        companionParked = true;
        LockSupport.parkNanos(this, COMPANION_PARK_NANOS);
        companionParked = false;
    }

    @Override
    public void yieldPoint() {}

    @Override
    public void wakeLanes() {
        for (LaneThread lane : lanes) {
            if (lane.parked) {
                LockSupport.unpark(lane);
            }
        }
    }

    @Override
    public void wakeCompanion() {
        if (companionParked) {
            companionParked = false;
            LockSupport.unpark(companion);
        }
    }

    @Override
    public void disturbKernels() {
        stopKernels.run();
    }

    /** Steps one actor and its cores until the actor is finished. */
    private final class LaneThread extends Thread {
        private final ControlThread control;
        private final BlockProxy[] proxies;
        private final TalkingBlocks talking;
        private int newsSeen = -1;
        private volatile boolean parked;
        private int idleRounds;

        LaneThread(int number, ControlThread control, BlockProxy[] proxies) {
            super("tidemark-control-" + number);
            setDaemon(true);
            this.control = control;
            this.proxies = proxies;
            this.talking = new TalkingBlocks(this, proxies);
        }

        @Override
        public void run() {
            try {
                while (!ended && !control.actor().isFinished()) {
                    if (pass()) {
                        idleRounds = 0;
                    } else {
                        rest();
                    }
                }
            } catch (Throwable cause) { // a defect of ours: the run must end, not hang
                crash = cause;
            } finally {
                cpuTime.accumulateAndGet(CpuTime.ofThisThread(), CpuTime::plus);
                unfinished.decrementAndGet();
                LockSupport.unpark(watcher);
            }
        }

        private boolean pass() {
            boolean progress = control.actor().step();
            int news = registers.newsAcquire();
            if (news != newsSeen) {
                newsSeen = news;
                for (BlockProxy proxy : proxies) {
                    progress |= proxy.forward();
                }
            }
            return talking.observe() || progress;
        }

        private void rest() {
            if (++idleRounds < spins) {
                Thread.onSpinWait();
                return;
            }
            parked = true;
            LockSupport.parkNanos(this, PARK_NANOS);
            parked = false;
        }
    }
}
