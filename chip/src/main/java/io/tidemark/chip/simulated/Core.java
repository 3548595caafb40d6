package io.tidemark.chip.simulated;

import io.tidemark.abi.CoreType;
import io.tidemark.abi.dispatch.DispatchToken;
import io.tidemark.chip.Actor;
import io.tidemark.chip.CoreProbe;
import io.tidemark.chip.CoreRegisters;
import io.tidemark.chip.DeviceClock;
import io.tidemark.chip.DispatchPayloads;
import io.tidemark.chip.KernelRunner;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * One simulated core: boots, then waits for a token, runs one kernel, reports, until the exit
 * signal. Stepped by one thread at a time; while a kernel runs the core belongs to the thread
 * inside it, and {@link #isExecutingAcquire} keeps others off.
 */
public final class Core implements Actor {
    private enum Phase {
        OFF,
        BOOTED,
        LOOP,
        GATED,
        LEADING, // in virtual time only: it gets ready for a kernel
        RUNNING, // in virtual time only: what takes time is over when the timer says so
        CUT_SHORT,
        EXITED
    }

    private static final VarHandle EXECUTING;
    private static final VarHandle EXECUTOR;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            EXECUTING = lookup.findVarHandle(Core.class, "executing", boolean.class);
            EXECUTOR = lookup.findVarHandle(Core.class, "executor", Thread.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static final StackTraceElement[] NO_FRAMES = {};

    private final int index;
    private final CoreType type;
    private final CoreRegisters registers;
    private final DispatchPayloads payloads;
    private final KernelRunner runner;
    private final DeviceClock clock;
    private final CoreProbe probe; // null when nothing is recorded
    private final boolean commitsFirst;
    private final boolean calls;

    private KernelWatch kernelWatch = KernelWatch.UNDIVIDED;
    private KernelTimer timer; // null where time is real
    private Phase phase = Phase.OFF;
    private int lastToken = DispatchToken.AICPU_IDLE;
    private int receivedToken = DispatchToken.AICPU_IDLE;
    private int entered;
    private int left;
    private long receiveTick;
    private long startTick;
    private long kernelPicos; // of the kernel that it gets ready for
    private long taskId; // of the record that is reserved
    private Thread executor; // of the kernel it is in, or was in last
    private boolean executing;
    private boolean lacksRoom;
    private volatile boolean abandoned;

    public Core(
            int index,
            CoreType type,
            CoreRegisters registers,
            DispatchPayloads payloads,
            KernelRunner runner,
            DeviceClock clock,
            CoreProbe probe) {
        this.index = index;
        this.type = type;
        this.registers = registers;
        this.payloads = payloads;
        this.runner = runner;
        this.clock = clock;
        this.probe = probe;
        this.commitsFirst = probe != null && probe.commitsBeforeFinish();
        this.calls = runner.calls();
    }

    public int index() {
        return index;
    }

    public CoreType type() {
        return type;
    }

    @Override
    public boolean step() {
        return switch (phase) {
            case LOOP -> poll();
            case GATED -> pollGate();
            case LEADING -> awaitStart();
            case RUNNING -> awaitEnd();
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
                ? timer == null ? frames : ofKernel(frames)
                : NO_FRAMES;
    }

    /** Without the frames of the event loop: it runs above a kernel that waits, and may be the caller. */
    private static StackTraceElement[] ofKernel(StackTraceElement[] frames) {
        int from = 0;
        for (int at = 0; at < frames.length; at++) {
            String type = frames[at].getClassName();
            if (type.equals(Core.class.getName()) && frames[at].getMethodName().equals("call")) {
                break;
            }
            if (type.startsWith(Core.class.getPackageName() + ".")) {
                from = at + 1;
            }
        }
        return Arrays.copyOfRange(frames, from, frames.length);
    }

    /** Gives up on a kernel that does not return. Whatever it does later reaches no register. */
    public void abandon() {
        abandoned = true;
    }

    public boolean isAbandoned() {
        return abandoned;
    }

    /** Set once, before the first step. */
    void kernelWatch(KernelWatch newWatch) {
        kernelWatch = newWatch;
    }

    /** Set once, before the first step, where time is modelled. */
    void timer(KernelTimer newTimer) {
        timer = newTimer;
    }

    /** Whether a kernel is on the core, or about to be, whose time is not over. */
    boolean isRunning() {
        return phase == Phase.RUNNING || phase == Phase.LEADING;
    }

    /** Whether it looks for its next token, and nothing else. */
    boolean isWaiting() {
        return phase == Phase.LOOP;
    }

    /** Whether a kernel can start on it. For the thread that steps it, outside of its kernels. */
    boolean hasToken() {
        int token = (int) registers.dispatchAcquire(index);
        return phase == Phase.LOOP
                && !lacksRoom
                && token != lastToken
                && token != DispatchToken.AICPU_IDLE
                && token != DispatchToken.EXIT_SIGNAL;
    }

    /** Whether it has seen a token that it could not begin, because its record has no room. */
    boolean lacksRoom() {
        return lacksRoom;
    }

    /** Whether its kernels are user code that is called. */
    boolean calls() {
        return calls;
    }

    /** The kernel of the token that it runs. */
    Object kernel() {
        return runner.kernel(index, DispatchToken.payloadIndex(lastToken));
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
        return token != lastToken && token != DispatchToken.AICPU_IDLE && receive(token);
    }

    private boolean receive(int token) {
        if (token == DispatchToken.EXIT_SIGNAL) {
            return exit();
        }
        boolean isNew = receivedToken != token;
        if (probe != null && isNew) {
            receivedToken = token;
            long lastEnd = kernelWatch.lastEndTick();
            receiveTick = lastEnd == KernelWatch.NO_TICK ? clock.ticks() : lastEnd;
        }
        if (payloads.isGated(index, token)) {
            lastToken = token;
            phase = Phase.GATED;
            return true;
        }
        lacksRoom = !isRoomForRecord(token);
        if (lacksRoom) {
            return false; // not received yet, as far as anyone can see: the next step asks again
        }
        lastToken = token;
        execute(token, isNew); // seen and started in one step: one moment
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
        lacksRoom = !isRoomForRecord(lastToken);
        if (lacksRoom) {
            return false;
        }
        phase = Phase.LOOP;
        execute(lastToken, false);
        return true;
    }

    /** Another token that it took would say that the one before is done. */
    private boolean pollExit() {
        return (int) registers.dispatchAcquire(index) == DispatchToken.EXIT_SIGNAL && exit();
    }

    /** The place of the record is fixed before the acknowledgement. */
    private boolean isRoomForRecord(int token) {
        if (probe == null) {
            return true;
        }
        taskId = payloads.taskId(index, token);
        return probe.tryReserve(token, taskId);
    }

    private boolean exit() {
        registers.statusRelease(index, DispatchToken.CORE_EXITED);
        phase = Phase.EXITED;
        return true;
    }

    private void execute(int token, boolean isJustReceived) {
        registers.statusRelease(index, DispatchToken.acknowledged(token));
        if (timer != null) {
            kernelPicos = runner.picos(index, DispatchToken.payloadIndex(token));
            long lead = runner.leadPicos(index);
            if (lead > 0) {
                phase = Phase.LEADING;
                timer.begins(index, lead);
                return;
            }
        }
        start(token, isJustReceived);
    }

    private void start(int token, boolean isJustReceived) {
        if (probe != null) {
            startTick = isJustReceived ? receiveTick : clock.ticks();
            registers.startTickRelease(index, startTick); // before the progress says that it runs
        }
        enter();
        if (timer != null) {
            phase = Phase.RUNNING;
            if (probe != null) {
                probe.lasts(payloads.functionId(index, token), kernelPicos);
            }
            timer.begins(index, kernelPicos);
            return;
        }
        end(token);
    }

    private boolean awaitStart() {
        if (!timer.isOver(index)) {
            return false;
        }
        start(lastToken, false);
        return true;
    }

    /** What a kernel computes, it has computed when its time is over. */
    private boolean awaitEnd() {
        if (!timer.isOver(index)) {
            return false;
        }
        phase = Phase.LOOP;
        end(lastToken);
        return true;
    }

    private void end(int token) {
        if (probe != null) {
            endRecorded(token);
            return;
        }
        boolean isDone = call(token);
        if (!abandoned && isDone) {
            registers.statusRelease(index, DispatchToken.finished(token));
        }
        leave(KernelWatch.NO_TICK);
    }

    private void endRecorded(int token) {
        int functionId = payloads.functionId(index, token);
        boolean isDone = call(token);
        long endTick = clock.ticks();
        if (!abandoned) {
            registers.endTickOpaque(index, endTick);
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

    private void enter() {
        noteExecutor(timer == null ? Thread.currentThread() : null); // a modelled one comes later
        registers.progressOpaque(index, ++entered, left);
        EXECUTING.setOpaque(this, true);
    }

    private void noteExecutor(Thread thread) {
        if (executor != thread) { // a reference costs a mark of the collector's, on a shared line
            EXECUTOR.setOpaque(this, thread);
            VarHandle.storeStoreFence();
        }
    }

    /** False if the kernel was cut short: it has no finish then, and no other follows it. */
    private boolean call(int token) {
        if (!calls) {
            return true;
        }
        if (timer != null) {
            noteExecutor(Thread.currentThread());
        }
        kernelWatch.enterKernel();
        boolean isDone = true;
        Throwable thrown = null;
        try {
            isDone = runner.run(index, DispatchToken.payloadIndex(token));
        } catch (Throwable cause) { // whatever user code throws is the task's failure, never the
            // core's
            thrown = cause;
        }
        kernelWatch.kernelReturned();
        if (thrown != null && !abandoned) {
            if (probe != null) {
                probe.threw(token);
            }
            runner.failed(index, DispatchToken.payloadIndex(token), thrown);
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
        kernelWatch.leaveKernel(endTick);
    }
}
