package io.tidemark.runtime.scheduler;

import io.tidemark.abi.dispatch.DispatchToken;
import io.tidemark.chip.ChipShape;
import io.tidemark.chip.DispatchPayloads;
import io.tidemark.runtime.task.TaskShape;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.team.CoreActivity;
import io.tidemark.runtime.team.CoreMask;
import io.tidemark.runtime.team.CoreNumbering;
import io.tidemark.runtime.team.SchedulerTeam;
import java.util.Arrays;

/**
 * What a scheduler knows of the cores it owns: which are idle, which may be sent a second task, and
 * what is in the running and the pending slot of each. Cores are numbered here by {@link
 * CoreNumbering}. For the thread that steps the scheduler.
 */
final class CoreTracker implements CoreActivity {
    private final CoreNumbering numbering;
    private final int[] coreOf; // as the numbering says, one load nearer
    private final int[] positionOf;
    private final DispatchPayloads payloads;
    private final int[] runningToken;
    private final int[] pendingToken;
    private final int[] lastToken;
    private final long[] runningDispatchTick; // when each was sent, where that is recorded
    private final long[] pendingDispatchTick;
    private final TaskSlot[] runningTask;
    private final TaskSlot[] pendingTask;
    private final CoreMask idle;
    private final CoreMask busy;
    private final CoreMask open; // busy, acknowledged, nothing pending
    private final CoreMask gated; // the pending task waits for its doorbell
    private final CoreMask ahead; // the running task was staged ahead and has not started yet
    private final CoreMask takers;
    private final CoreMask[] ofShape;
    private int busyCount;
    private int changes; // of which cores are busy

    CoreTracker(int scheduler, SchedulerTeam team) {
        ChipShape shape = team.chip().shape();
        numbering = new CoreNumbering(shape, scheduler, team.board().schedulers());
        payloads = team.chip().payloads();
        int end = numbering.end();
        coreOf = new int[end];
        Arrays.setAll(coreOf, numbering::core);
        positionOf = new int[end];
        Arrays.setAll(positionOf, numbering::position);
        runningToken = new int[end];
        pendingToken = new int[end];
        lastToken = new int[end];
        runningDispatchTick = new long[end];
        pendingDispatchTick = new long[end];
        runningTask = new TaskSlot[end];
        pendingTask = new TaskSlot[end];
        Arrays.fill(runningToken, DispatchToken.NONE);
        Arrays.fill(pendingToken, DispatchToken.NONE);
        idle = noCores();
        busy = noCores();
        open = noCores();
        gated = noCores();
        ahead = noCores();
        takers = noCores();
        ofShape = new CoreMask[] {noCores(), noCores()};
        for (int number : numbering.numbers()) {
            idle.set(number);
            ofShape[TaskShape.of(shape.type(core(number))).code()].set(number);
        }
    }

    /** An empty set of these cores. */
    CoreMask noCores() {
        return new CoreMask(numbering);
    }

    /** The number of 64-bit words in a set of cores. */
    int maskWords() {
        return numbering.words();
    }

    @Override
    public boolean isIdle() {
        return busyCount == 0;
    }

    /** How many cores are busy. */
    int busyCount() {
        return busyCount;
    }

    /** Differs whenever other cores are busy than at an earlier question. */
    int changes() {
        return changes;
    }

    @Override
    public int firstBusyCore() {
        return isIdle() ? -1 : core(busy.firstIn(busy));
    }

    @Override
    public long firstBusyTask() {
        return runningTask[busy.firstIn(busy)].taskId();
    }

    /** How many cores the scheduler owns. */
    int count() {
        return numbering.numbers().length;
    }

    /** One more than the highest number of a core. */
    int end() {
        return numbering.end();
    }

    /** The numbers of the cores, ascending. */
    int[] numbers() {
        return numbering.numbers();
    }

    /** The chip's index of a core. */
    int core(int index) {
        return coreOf[index];
    }

    /** Where in its cluster a core is. */
    int position(int index) {
        return positionOf[index];
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
        return payloads.blockIndex(core(index), token);
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

    /** When the running task was sent; 0 where that is not recorded. */
    long runningDispatchTick(int index) {
        return runningDispatchTick[index];
    }

    /** When the pending task was sent; 0 where that is not recorded. */
    long pendingDispatchTick(int index) {
        return pendingDispatchTick[index];
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

    /** The recorded moment of a task that is about to be sent to a slot. */
    void dispatched(int index, boolean pending, long tick) {
        if (pending) {
            pendingDispatchTick[index] = tick;
        } else {
            runningDispatchTick[index] = tick;
        }
    }

    void startRunning(int index, int token, TaskSlot task) {
        assert idle.has(index) : "core " + index + " is busy";
        runningToken[index] = token;
        runningTask[index] = task;
        idle.clear(index);
        busy.set(index);
        busyCount++;
        changes++;
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

    /** The task in the running slot waits for producers that wait themselves. */
    void runningIsAhead(int index) {
        ahead.set(index);
    }

    /** How many cores have such a task, as far as is known. */
    int aheadCount() {
        return ahead.count();
    }

    void acknowledged(int index) {
        open.set(index);
        ahead.clear(index);
    }

    /** The pending task moves up; a gated one keeps the core closed until it is received. */
    void promote(int index, boolean opensPending) {
        runningToken[index] = pendingToken[index];
        runningTask[index] = pendingTask[index];
        runningDispatchTick[index] = pendingDispatchTick[index];
        pendingToken[index] = DispatchToken.NONE;
        gated.clear(index);
        if (opensPending) {
            open.set(index);
        }
    }

    void becomeIdle(int index) {
        assert busy.has(index) : "core " + index + " is idle";
        runningToken[index] = DispatchToken.NONE;
        pendingToken[index] = DispatchToken.NONE;
        gated.clear(index);
        ahead.clear(index);
        open.clear(index);
        busy.clear(index);
        idle.set(index);
        busyCount--;
        changes++;
    }
}
