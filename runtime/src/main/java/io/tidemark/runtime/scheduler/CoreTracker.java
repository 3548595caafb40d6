package io.tidemark.runtime.scheduler;

import io.tidemark.abi.dispatch.DispatchToken;
import io.tidemark.chip.Core;
import io.tidemark.chip.CoreType;
import io.tidemark.runtime.task.TaskShape;
import io.tidemark.runtime.task.TaskSlot;
import java.util.Arrays;
import java.util.List;

/**
 * What a scheduler knows of the cores it owns: which are idle, which may be sent a second task, and
 * what is in the running and the pending slot of each. Cores are numbered here 3 * cluster +
 * position. For the thread that steps the scheduler.
 */
final class CoreTracker implements CoreActivity {
    private final Core<TaskSlot>[] cores;
    private final int[] runningToken;
    private final int[] pendingToken;
    private final int[] lastToken;
    private final TaskSlot[] runningTask;
    private final TaskSlot[] pendingTask;
    private final CoreMask idle = new CoreMask();
    private final CoreMask busy = new CoreMask();
    private final CoreMask open = new CoreMask(); // busy, acknowledged, nothing pending
    private final CoreMask gated = new CoreMask(); // the pending task waits for its doorbell
    private final CoreMask takers = new CoreMask();
    private final CoreMask[] ofShape = {new CoreMask(), new CoreMask()};

    @SuppressWarnings("unchecked") // an array of a generic class has no other way
    CoreTracker(List<Core<TaskSlot>> cores) {
        int count = cores.size();
        if (count > CoreMask.CAPACITY) {
            throw new IllegalArgumentException("cores=" + count + " exceed " + CoreMask.CAPACITY);
        }
        this.cores = cores.toArray(Core[]::new);
        runningToken = new int[count];
        pendingToken = new int[count];
        lastToken = new int[count];
        runningTask = new TaskSlot[count];
        pendingTask = new TaskSlot[count];
        Arrays.fill(runningToken, DispatchToken.NONE);
        Arrays.fill(pendingToken, DispatchToken.NONE);
        for (int i = 0; i < count; i++) {
            idle.set(i);
            CoreType type = this.cores[i].type();
            ofShape[TaskShape.of(type).code()].set(i);
        }
    }

    @Override
    public boolean isIdle() {
        return busy.isEmpty();
    }

    @Override
    public int firstBusyCore() {
        return busy.isEmpty() ? -1 : cores[busy.firstIn(busy)].index();
    }

    @Override
    public long firstBusyTask() {
        return runningTask[busy.firstIn(busy)].taskId();
    }

    int count() {
        return cores.length;
    }

    Core<TaskSlot> core(int index) {
        return cores[index];
    }

    CoreMask idle() {
        return idle;
    }

    CoreMask busy() {
        return busy;
    }

    /** Cores that may be sent a second task. */
    CoreMask open() {
        return open;
    }

    /** Cores that may be sent a task at all, idle or open. Valid until the next change. */
    CoreMask takers() {
        takers.union(idle, open);
        return takers;
    }

    /** Which block of its task a token stands for, as long as it is in one of the slots. */
    int block(int index, int token) {
        return cores[index].payload(token).blockIndex();
    }

    CoreMask ofShape(int shape) {
        return ofShape[shape];
    }

    int runningToken(int index) {
        return runningToken[index];
    }

    int pendingToken(int index) {
        return pendingToken[index];
    }

    TaskSlot runningTask(int index) {
        return runningTask[index];
    }

    TaskSlot pendingTask(int index) {
        return pendingTask[index];
    }

    /** The next token of a core; its payload buffer must be filled before it is sent. */
    int nextToken(int index) {
        int token = DispatchToken.next(lastToken[index]);
        lastToken[index] = token;
        return token;
    }

    void startRunning(int index, int token, TaskSlot task) {
        assert idle.has(index) : "core " + index + " is busy";
        runningToken[index] = token;
        runningTask[index] = task;
        idle.clear(index);
        busy.set(index);
    }

    void startPending(int index, int token, TaskSlot task) {
        assert open.has(index) : "core " + index + " takes no second task";
        pendingToken[index] = token;
        pendingTask[index] = task;
        open.clear(index);
    }

    /** The task in the pending slot came behind a gate. */
    void pendingIsGated(int index) {
        gated.set(index);
    }

    boolean isPendingGated(int index) {
        return gated.has(index);
    }

    void acknowledged(int index) {
        open.set(index);
    }

    /** The pending task moves up; a gated one keeps the core closed until it is received. */
    void promote(int index, boolean opensPending) {
        runningToken[index] = pendingToken[index];
        runningTask[index] = pendingTask[index];
        pendingToken[index] = DispatchToken.NONE;
        gated.clear(index);
        if (opensPending) {
            open.set(index);
        }
    }

    void becomeIdle(int index) {
        runningToken[index] = DispatchToken.NONE;
        pendingToken[index] = DispatchToken.NONE;
        gated.clear(index);
        open.clear(index);
        busy.clear(index);
        idle.set(index);
    }
}
