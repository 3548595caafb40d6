package io.tidemark.memory.region;

import io.tidemark.abi.layout.I64;
import io.tidemark.abi.region.CoreBoard;
import io.tidemark.abi.region.RunBoard;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * Where the device half says, while it runs, what each core has and how far the run is, so that a
 * reader after its death can tell what was going on. Each writing method names its thread; any
 * thread reads.
 */
public final class DeviceBoard {
    private final MemorySegment memory;
    private final long at;
    private final int cores;

    DeviceBoard(MemorySegment memory, long at, int cores) {
        this.memory = memory;
        this.at = at;
        this.cores = cores;
    }

    static long sizeBytes(int cores) {
        return RunBoard.LAYOUT.sizeBytes() + (long) cores * CoreBoard.LAYOUT.sizeBytes();
    }

    /**
     * A task that a core had; the other of the two is behind or before it.
     *
     * @param isEntered whether the kernel that the core was in at the last look was this task's
     */
    public record Held(long taskId, int functionId, boolean isEntered) {}

    public int cores() {
        return cores;
    }

    /** A token goes to a core. The core's scheduler only. */
    public void dispatchedRelease(int core, int token, long taskId, int functionId) {
        word(token).setRelease(memory, coreAt(core), CoreBoard.taskWord(taskId, token, functionId));
    }

    /** A token's task is complete. The core's scheduler only. */
    public void completedRelease(int core, int token) {
        word(token).setRelease(memory, coreAt(core), 0);
    }

    /** One look at all cores. The thread that drives the device half only. */
    public void looked(long tick, long[] progress, long[] sinceTick, long[] startTick) {
        for (int core = 0; core < cores; core++) {
            if (CoreBoard.PROGRESS.get(memory, coreAt(core)) != progress[core]) {
                CoreBoard.START_TICK.set(memory, coreAt(core), 0); // a core that dies here has no start
                CoreBoard.PROGRESS.setRelease(memory, coreAt(core), progress[core]);
            }
            CoreBoard.SINCE_TICK.set(memory, coreAt(core), sinceTick[core]);
            CoreBoard.START_TICK.setRelease(memory, coreAt(core), startTick[core]);
        }
        if (RunBoard.START_TICK.get(memory, at) == 0) {
            RunBoard.START_TICK.set(memory, at, tick);
        }
        RunBoard.LOOK_TICK.setRelease(memory, at, tick);
    }

    /** How far the run is. The thread that drives the device half only. */
    public void counted(long submitted, long completed, int ready, boolean orchestrationDone) {
        RunBoard.SUBMITTED_TASKS.set(memory, at, submitted);
        RunBoard.COMPLETED_TASKS.set(memory, at, completed);
        RunBoard.READY_TASKS.set(memory, at, ready);
        RunBoard.ORCHESTRATION_DONE.set(memory, at, orchestrationDone ? 1 : 0);
    }

    /** What the orchestrator waits for. The thread that drives the device half only. */
    public void waits(int resourceCode, int ring, long taskId, int openScopes) {
        RunBoard.WAIT_RESOURCE.set(memory, at, resourceCode);
        RunBoard.WAIT_RING.set(memory, at, ring);
        RunBoard.WAIT_TASK_ID.set(memory, at, taskId);
        RunBoard.OPEN_SCOPES.set(memory, at, openScopes);
    }

    /** The task that a core ran or was to run first; empty when it had none. */
    public Optional<Held> running(int core) {
        long even = CoreBoard.EVEN_TASK.getAcquire(memory, coreAt(core));
        long odd = CoreBoard.ODD_TASK.getAcquire(memory, coreAt(core));
        boolean evenFirst = odd == 0 || even != 0 && CoreBoard.isOlder(even, odd);
        return held(core, evenFirst ? even : odd);
    }

    /** The task behind it. */
    public Optional<Held> pending(int core) {
        long even = CoreBoard.EVEN_TASK.getAcquire(memory, coreAt(core));
        long odd = CoreBoard.ODD_TASK.getAcquire(memory, coreAt(core));
        if (even == 0 || odd == 0) {
            return Optional.empty();
        }
        return held(core, CoreBoard.isOlder(even, odd) ? odd : even);
    }

    /** When the core was first seen where it was seen last. */
    public long sinceTick(int core) {
        return CoreBoard.SINCE_TICK.get(memory, coreAt(core));
    }

    /** When the kernel began in which the core was seen last; 0 when it was not recorded. */
    public long startTick(int core) {
        return CoreBoard.START_TICK.get(memory, coreAt(core));
    }

    /** Kernels that had returned by the last look, on all cores. */
    public long kernelRuns() {
        long runs = 0;
        for (int core = 0; core < cores; core++) {
            runs += Integer.toUnsignedLong((int) CoreBoard.PROGRESS.get(memory, coreAt(core)));
        }
        return runs;
    }

    /** Whether the core was inside a kernel at the last look. */
    public boolean isInKernel(int core) {
        long progress = CoreBoard.PROGRESS.get(memory, coreAt(core));
        return (int) (progress >>> 32) != (int) progress;
    }

    /** 0 when the device half never ran. */
    public long lookTick() {
        return RunBoard.LOOK_TICK.getAcquire(memory, at);
    }

    public long startTick() {
        return RunBoard.START_TICK.get(memory, at);
    }

    public long submitted() {
        return RunBoard.SUBMITTED_TASKS.get(memory, at);
    }

    public long completed() {
        return RunBoard.COMPLETED_TASKS.get(memory, at);
    }

    public boolean isOrchestrationDone() {
        return RunBoard.ORCHESTRATION_DONE.get(memory, at) != 0;
    }

    /** 0 when the orchestrator waited for nothing. */
    public long waitResource() {
        return RunBoard.WAIT_RESOURCE.get(memory, at);
    }

    public int waitRing() {
        return RunBoard.WAIT_RING.get(memory, at);
    }

    public long waitTaskId() {
        return RunBoard.WAIT_TASK_ID.get(memory, at);
    }

    public int openScopes() {
        return (int) RunBoard.OPEN_SCOPES.get(memory, at);
    }

    private Optional<Held> held(int core, long word) {
        if (word == 0) {
            return Optional.empty();
        }
        long progress = CoreBoard.PROGRESS.get(memory, coreAt(core));
        return Optional.of(new Held(
                CoreBoard.taskId(word),
                CoreBoard.functionId(word),
                isInKernel(core) && CoreBoard.isEntered(word, progress)));
    }

    private static I64 word(int token) {
        return (token & 1) == 0 ? CoreBoard.EVEN_TASK : CoreBoard.ODD_TASK;
    }

    private long coreAt(int core) {
        return at + RunBoard.LAYOUT.sizeBytes() + (long) core * CoreBoard.LAYOUT.sizeBytes();
    }
}
