package io.tidemark.chip;

import io.tidemark.abi.dispatch.DispatchToken;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * One simulated core: boots, then waits for a token, runs one kernel, reports, until the exit
 * signal. Stepped by one thread at a time; while a kernel runs the core belongs to the thread
 * inside it, and {@link #isExecutingAcquire} keeps others off.
 *
 * @param <T> the runtime's task
 */
public final class Core<T> implements Actor {
    private enum Phase {
        OFF,
        BOOTED,
        LOOP,
        GATED,
        CUT_SHORT,
        EXITED
    }

    private static final VarHandle EXECUTING;
    private static final VarHandle START_TICK;
    private static final VarHandle EXECUTOR;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            EXECUTING = lookup.findVarHandle(Core.class, "executing", boolean.class);
            START_TICK = lookup.findVarHandle(Core.class, "startTick", long.class);
            EXECUTOR = lookup.findVarHandle(Core.class, "executor", Thread.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static final StackTraceElement[] NO_FRAMES = {};

    private final int index;
    private final CoreType type;
    private final CoreRegisters registers;
    private final KernelRunner<T> runner;
    private final DeviceClock clock;
    private final CoreProbe probe; // null when nobody records
    private final boolean commitsFirst;
    private final Payload<T> even = new Payload<>();
    private final Payload<T> odd = new Payload<>();

    private Custody custody = Custody.UNDIVIDED;
    private Phase phase = Phase.OFF;
    private int lastToken = DispatchToken.AICPU_IDLE;
    private int receivedToken = DispatchToken.AICPU_IDLE;
    private int entered;
    private int left;
    private long receiveTick;
    private long startTick;
    private Thread executor; // of the kernel it is in, or was in last
    private boolean executing;
    private volatile boolean abandoned;

    public Core(
            int index,
            CoreType type,
            CoreRegisters registers,
            KernelRunner<T> runner,
            DeviceClock clock,
            CoreProbe probe) {
        this.index = index;
        this.type = type;
        this.registers = registers;
        this.runner = runner;
        this.clock = clock;
        this.probe = probe;
        this.commitsFirst = probe != null && probe.commitsBeforeFinish();
    }

    public int index() {
        return index;
    }

    public CoreType type() {
        return type;
    }

    /** The buffer that a token uses. For the scheduler, before it sends the token. */
    public Payload<T> payload(int token) {
        return DispatchToken.payloadIndex(token) == 0 ? even : odd;
    }

    @Override
    public boolean step() {
        return switch (phase) {
            case LOOP -> poll();
            case GATED -> pollGate();
            case CUT_SHORT -> pollExit();
            case OFF -> boot();
            case BOOTED -> openWindow();
            case EXITED -> false;
        };
    }

    @Override
    public boolean isFinished() {
        return abandoned || !isExecutingAcquire() && phase == Phase.EXITED;
    }

    /** True while a kernel of this core is on some thread's stack. */
    public boolean isExecutingAcquire() {
        return (boolean) EXECUTING.getAcquire(this);
    }

    /**
     * When its last kernel began, 0 when nobody records. Any thread; it belongs to the kernel of
     * the progress word if that is the same before and after.
     */
    public long startTickAcquire() {
        return (long) START_TICK.getAcquire(this);
    }

    /** When the kernel of a token began; 0 when it has not, or nobody records. After the run. */
    public long startTick(int token) {
        return entered == token ? startTickAcquire() : 0;
    }

    /**
     * Where the kernel that is on the core stands, innermost frame first; empty when there is none,
     * or when it ended while it was looked at. Any thread.
     */
    public StackTraceElement[] kernelStack() {
        long before = registers.progressOpaque(index);
        Thread thread = (Thread) EXECUTOR.getOpaque(this);
        if (!isExecutingAcquire() || thread == null) {
            return NO_FRAMES;
        }
        StackTraceElement[] frames = thread.getStackTrace();
        return isExecutingAcquire() && registers.progressOpaque(index) == before
                ? frames
                : NO_FRAMES;
    }

    /** Gives up on a kernel that does not return. Whatever it does later reaches no register. */
    public void abandon() {
        abandoned = true;
    }

    public boolean isAbandoned() {
        return abandoned;
    }

    /** Set once, before the first step. */
    void custody(Custody newCustody) {
        custody = newCustody;
    }

    private boolean boot() {
        registers.bootRelease(index, index, type);
        phase = Phase.BOOTED;
        return true;
    }

    private boolean openWindow() {
        long word = registers.dispatchAcquire(index);
        if (word == 0) {
            return false;
        }
        registers.statusRelease(index, DispatchToken.CORE_IDLE);
        phase = Phase.LOOP;
        return true;
    }

    private boolean poll() {
        int token = (int) registers.dispatchAcquire(index);
        if (token == lastToken || token == DispatchToken.AICPU_IDLE) {
            return false;
        }
        if (token == DispatchToken.EXIT_SIGNAL) {
            return exit();
        }
        boolean isNew = receivedToken != token;
        if (probe != null && isNew) {
            receivedToken = token;
            long lastEnd = custody.lastEndTick();
            receiveTick = lastEnd == Custody.NO_TICK ? clock.ticks() : lastEnd;
        }
        Payload<T> payload = payload(token);
        if (payload.isGated()) {
            lastToken = token;
            phase = Phase.GATED;
            return true;
        }
        if (!isRoomForRecord(token, payload)) {
            return false; // not received yet, as far as anyone can see: the next step asks again
        }
        lastToken = token;
        execute(token, payload, isNew); // seen and started in one step: one moment
        return true;
    }

    private boolean pollGate() {
        long word = registers.dispatchAcquire(index);
        if ((int) word == DispatchToken.EXIT_SIGNAL) {
            return exit();
        }
        if ((int) (word >>> 32) != lastToken) {
            return false;
        }
        Payload<T> payload = payload(lastToken);
        if (!isRoomForRecord(lastToken, payload)) {
            return false;
        }
        phase = Phase.LOOP;
        execute(lastToken, payload, false);
        return true;
    }

    /** Another token that it took would say that the one before is done. */
    private boolean pollExit() {
        return (int) registers.dispatchAcquire(index) == DispatchToken.EXIT_SIGNAL && exit();
    }

    /** The place of the record is fixed before the acknowledgement. */
    private boolean isRoomForRecord(int token, Payload<T> payload) {
        return probe == null || probe.tryReserve(token, runner.taskId(payload.task()));
    }

    private boolean exit() {
        registers.statusRelease(index, DispatchToken.CORE_EXITED);
        phase = Phase.EXITED;
        return true;
    }

    private void execute(int token, Payload<T> payload, boolean isJustReceived) {
        if (probe != null) {
            executeRecorded(token, payload, isJustReceived);
            return;
        }
        registers.statusRelease(index, DispatchToken.acknowledged(token));
        boolean isDone = call(token, payload);
        if (!abandoned && isDone) {
            registers.statusRelease(index, DispatchToken.finished(token));
        }
        leave(Custody.NO_TICK);
    }

    private void executeRecorded(int token, Payload<T> payload, boolean isJustReceived) {
        long taskId = runner.taskId(payload.task());
        int functionId = runner.functionId(index, payload.task());
        registers.statusRelease(index, DispatchToken.acknowledged(token));
        long startTick = isJustReceived ? receiveTick : clock.ticks();
        START_TICK.setRelease(this, startTick); // before the progress word says that it runs
        boolean isDone = call(token, payload);
        long endTick = clock.ticks();
        if (!abandoned) {
            probe.returned(token, startTick, endTick);
            if (commitsFirst) {
                probe.commit(token, taskId, functionId, receiveTick, startTick, endTick);
            }
            if (isDone) {
                registers.statusRelease(index, DispatchToken.finished(token));
            }
            if (!commitsFirst) {
                probe.commit(token, taskId, functionId, receiveTick, startTick, endTick);
            }
        }
        leave(endTick);
    }

    /** False if the kernel was cut short: it has no finish then, and no other follows it. */
    private boolean call(int token, Payload<T> payload) {
        Thread current = Thread.currentThread();
        if (executor != current) { // a reference costs a mark of the collector's, on a shared line
            EXECUTOR.setOpaque(this, current);
            VarHandle.storeStoreFence();
        }
        registers.progressOpaque(index, ++entered, left);
        EXECUTING.setOpaque(this, true);
        custody.enterKernel();
        boolean isDone = true;
        try {
            isDone =
                    runner.run(
                            index,
                            payload.task(),
                            payload.blockIndex(),
                            DispatchToken.payloadIndex(token));
        } catch (Throwable cause) { // whatever user code throws is the task's failure, never the
            // core's
            if (!abandoned) {
                if (probe != null) {
                    probe.threw(token);
                }
                runner.failed(index, payload.task(), cause);
            }
        }
        if (!isDone) {
            phase = Phase.CUT_SHORT;
        }
        return isDone;
    }

    /** After the last touch of anything that the next kernel will use. */
    private void leave(long endTick) {
        if (!abandoned) {
            registers.progressOpaque(index, entered, ++left);
        }
        EXECUTING.setRelease(this, false);
        custody.leaveKernel(endTick);
    }
}
