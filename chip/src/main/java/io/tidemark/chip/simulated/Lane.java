package io.tidemark.chip.simulated;

import io.tidemark.chip.Actor;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;

/**
 * A scheduler and the cores it owns, stepped together by one carrier at a time. Who has it stands
 * in one word:
 *
 * <pre>
 *   FREE ──claim──▶ HELD ──enterKernel──▶ IN_KERNEL ──leaveKernel──▶ HELD
 *     ◀──release─────┘                        └──claim by another──▶ HELD by the other
 * </pre>
 *
 * While its carrier is inside a kernel the lane may be taken; the core with that kernel is left
 * alone until it is done.
 */
public final class Lane implements KernelWatch {
    private static final int FREE = 0;
    private static final int HELD = 1;
    private static final int IN_KERNEL = 2;
    private static final int STATE_BITS = 2;
    private static final int STATE_MASK = (1 << STATE_BITS) - 1;

    private static final VarHandle WORD;
    private static final VarHandle VISITS;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            WORD = lookup.findVarHandle(Lane.class, "word", int.class);
            VISITS = lookup.findVarHandle(Lane.class, "visits", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Actor scheduler;
    private final Core[] cores;

    private int word;
    private long visits;
    private long lastEndTick = NO_TICK; // of this round; written by the thread that holds the lane
    private volatile int keeper;
    private volatile boolean finished;

    public Lane(Actor scheduler, List<Core> cores) {
        this.scheduler = scheduler;
        this.cores = cores.toArray(Core[]::new);
    }

    public Actor scheduler() {
        return scheduler;
    }

    public List<Core> cores() {
        return List.of(cores);
    }

    public boolean isFinished() {
        return finished;
    }

    /** Makes this lane the custodian of its cores: carriers are about to share it. */
    void shareAmongCarriers() {
        for (Core core : cores) {
            core.kernelWatch(this);
        }
    }

    /** Free, or in the hands of a carrier that is inside a kernel: then this carrier has it. */
    boolean tryClaim(int carrier) {
        int seen = (int) WORD.getAcquire(this);
        int state = seen & STATE_MASK;
        if (state == HELD || finished || !WORD.compareAndSet(this, seen, word(carrier, HELD))) {
            return false;
        }
        if (finished) { // since it was looked at
            WORD.setRelease(this, FREE);
            return false;
        }
        VISITS.setOpaque(this, visits + 1);
        if (keeper != carrier) {
            keeper = carrier;
        }
        return true;
    }

    boolean isHeldBy(int carrier) {
        return (int) WORD.getOpaque(this) == word(carrier, HELD);
    }

    /** Whether the carrier that has it is inside a kernel. */
    boolean isInKernel() {
        return ((int) WORD.getOpaque(this) & STATE_MASK) == IN_KERNEL;
    }

    void release() {
        if (scheduler.isFinished()) {
            finished = true;
        }
        WORD.setRelease(this, FREE);
    }

    /** The carrier that had it last; it may claim a free lane at once. */
    int keeper() {
        return keeper;
    }

    /** Claims so far: when it stands still, the lane is neglected. */
    long visitsOpaque() {
        return (long) VISITS.getOpaque(this);
    }

    /**
     * One round over scheduler and cores, by the carrier that has the lane; stops early when the
     * lane was taken.
     */
    boolean pass(Carrier carrier) {
        boolean progress = scheduler.step();
        lastEndTick = NO_TICK;
        if (carrier.wantsHelp()) {
            carrier.recruit(waitingKernels() - 1); // the first is its own
        }
        for (Core core : cores) {
            if (!core.isExecutingAcquire() && core.step()) {
                progress = true;
                if (!isHeldBy(carrier.number())) {
                    return true;
                }
            }
        }
        return progress;
    }

    private int waitingKernels() {
        int count = 0;
        for (Core core : cores) {
            count += !core.isExecutingAcquire() && core.hasToken() ? 1 : 0;
        }
        return count;
    }

    /** Makes the calling thread the only one that ever steps this lane, by {@link #passAlone}. */
    public void keepAlone() {
        KernelWatch alone = new KernelWatch() {
            @Override
            public void enterKernel() {}

            @Override
            public void leaveKernel(long endTick) {
                lastEndTick = endTick;
            }

            @Override
            public long lastEndTick() {
                return lastEndTick;
            }
        };
        for (Core core : cores) {
            core.kernelWatch(alone);
        }
    }

    /** One round over scheduler and cores, after {@link #keepAlone}; true if there was progress. */
    public boolean passAlone() {
        boolean progress = scheduler.step();
        lastEndTick = NO_TICK;
        for (Core core : cores) {
            progress |= core.step();
        }
        return progress;
    }

    @Override
    public long lastEndTick() {
        return lastEndTick;
    }

    @Override
    public void enterKernel() {
        Carrier carrier = (Carrier) Thread.currentThread();
        carrier.entersKernel();
        WORD.setRelease(this, word(carrier.number(), IN_KERNEL));
    }

    @Override
    public void leaveKernel(long endTick) {
        Carrier carrier = (Carrier) Thread.currentThread();
        carrier.leavesKernel();
        int mine = word(carrier.number(), IN_KERNEL);
        if (WORD.compareAndSet(this, mine, word(carrier.number(), HELD))) {
            lastEndTick = endTick; // else the round is another's
        }
    }

    private static int word(int carrier, int state) {
        return carrier << STATE_BITS | state;
    }
}
