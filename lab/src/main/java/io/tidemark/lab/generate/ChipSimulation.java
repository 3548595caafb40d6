package io.tidemark.lab.generate;

import io.tidemark.capture.swimlane.SchedulerPhases;
import java.util.Arrays;

/**
 * Runs a plan on the model chip, event by event, and keeps what probes would have recorded. One
 * use, one thread. Phases of a thread never overlap; a task is dispatched after its submit and all
 * its predecessors.
 */
final class ChipSimulation {
    private static final long EPOCH_TICK = 771_204_553_000L;
    private static final int MAX_BATCH = 6;
    private static final int RESOLVE_LIMIT = 50; // ticks: a shorter walk is not worth a record

    private final TaskPlan plan;
    private final long seed;
    private final Successors successors;
    private final RunColumns runs = new RunColumns();
    private final SchedulerPhases[] lanes = new SchedulerPhases[ChipModel.THREADS];
    private final int[] loops = new int[ChipModel.THREADS];
    private final long[] threadFree = new long[ChipModel.THREADS];
    private final IntQueue[] idleAic = new IntQueue[ChipModel.THREADS];
    private final IntQueue[] idleAiv = new IntQueue[ChipModel.THREADS];
    private final IntQueue readyAic = new IntQueue();
    private final IntQueue readyAiv = new IntQueue();
    private final IntQueue idleTasks = new IntQueue(); // ready, but for no core
    private final EventHeap running = new EventHeap();
    private final int[] pending; // predecessors and the submit
    private final int[] subtasksLeft;
    private final long[] finishTick; // when a scheduler saw the last subtask so far
    private final long[] readyTick;
    private long submitTick = EPOCH_TICK + 25;

    ChipSimulation(TaskPlan plan, long seed) {
        this.plan = plan;
        this.seed = seed;
        this.successors = new Successors(plan);
        this.pending = new int[plan.size()];
        this.subtasksLeft = new int[plan.size()];
        this.finishTick = new long[plan.size()];
        this.readyTick = new long[plan.size()];
        Arrays.setAll(idleAic, thread -> new IntQueue());
        Arrays.setAll(idleAiv, thread -> new IntQueue());
        Arrays.setAll(lanes, thread -> new SchedulerPhases());
        for (int thread = 0; thread < ChipModel.THREADS; thread++) {
            lanes[thread].beginLane();
        }
        Arrays.fill(threadFree, EPOCH_TICK);
        for (int core = 0; core < ChipModel.CORES; core++) {
            idleQueue(core).add(core);
        }
        for (int node = 0; node < plan.size(); node++) {
            pending[node] = 1 + plan.predecessorEnd(node) - plan.predecessorBegin(node);
        }
    }

    RunColumns runs() {
        return runs;
    }

    SchedulerPhases lane(int thread) {
        return lanes[thread];
    }

    /** Ticks an orchestrator needs for one submit; the same every time it is asked. */
    static int submitTicks(long seed, int node) {
        return 8 + Dice.below(26, seed, node, 101);
    }

    static long firstSubmitTick() {
        return EPOCH_TICK + 25;
    }

    void run() {
        int nextSubmit = 0;
        while (nextSubmit < plan.size() || !running.isEmpty()) {
            long submitted = nextSubmit < plan.size() ? submitTick + submitTicks(seed, nextSubmit) : Long.MAX_VALUE;
            if (running.isEmpty() || submitted <= running.firstTick()) {
                submitTick = submitted;
                submitted(nextSubmit++, submitted);
            } else {
                coreFinished();
            }
        }
        for (int thread = 0; thread < ChipModel.THREADS; thread++) {
            lanes[thread].add("dispatch", threadFree[thread], threadFree[thread], loops[thread], 0);
            lanes[thread].popsOfLast(0, 30 + thread);
            lanes[thread].depthsOfLast(depths(), depths());
        }
    }

    private void submitted(int node, long tick) {
        release(node, tick);
        settle(tick, 0);
    }

    private void coreFinished() {
        long tick = running.firstTick();
        int run = running.takeFirst();
        int thread = ChipModel.threadOf(runs.core(run));
        long begin = Math.max(tick + 3, threadFree[thread]);
        long before = depths();
        int visited = 0;
        int batch = 0;
        long at = begin;
        while (true) {
            at += 6;
            runs.finish(run, at);
            idleQueue(runs.core(run)).add(runs.core(run));
            batch++;
            int node = runs.node(run);
            finishTick[node] = Math.max(finishTick[node], at); // another thread may be ahead
            if (--subtasksLeft[node] == 0) {
                int consumers = completed(node, finishTick[node]);
                visited += consumers;
                at += 6L * consumers;
            }
            boolean more = batch < MAX_BATCH
                    && !running.isEmpty()
                    && running.firstTick() < at
                    && ChipModel.threadOf(runs.core(running.peekFirst())) == thread;
            if (!more) {
                break;
            }
            run = running.takeFirst();
        }
        SchedulerPhases lane = lanes[thread];
        lane.add("complete", begin, at + 4, ++loops[thread], batch);
        lane.depthsOfLast(before, depths());
        if (6L * visited >= RESOLVE_LIMIT) {
            lane.add("resolve", at - 6L * visited, at, loops[thread], visited);
            lane.depthsOfLast(0, 0);
        }
        threadFree[thread] = at + 4;
        if (loops[thread] % 97 == 0) {
            outer(thread, "release", 12, batch);
        }
        settle(at, thread);
    }

    /** One predecessor or the submit of {@code node} is done. */
    private void release(int node, long tick) {
        readyTick[node] = Math.max(readyTick[node], tick);
        if (--pending[node] > 0) {
            return;
        }
        TaskShape shape = plan.shape(node);
        if (!shape.isRun()) {
            idleTasks.add(node);
            return;
        }
        int blocks = plan.blocks(node);
        subtasksLeft[node] = blocks * (shape.aicSubtasks() + shape.aivSubtasks());
        for (int subtask = 0; subtask < blocks * shape.aicSubtasks(); subtask++) {
            readyAic.add(node);
        }
        for (int subtask = 0; subtask < blocks * shape.aivSubtasks(); subtask++) {
            readyAiv.add(node);
        }
    }

    private int completed(int node, long tick) {
        for (int at = successors.begin(node); at < successors.end(node); at++) {
            release(successors.successor(at), tick);
        }
        return successors.end(node) - successors.begin(node);
    }

    /** Lets every thread take what is ready, beginning with {@code first}. */
    private void settle(long tick, int first) {
        while (idleTasks.size() > 0) {
            retire(idleTasks.take(), first);
        }
        for (int turn = 0; turn < ChipModel.THREADS; turn++) {
            int thread = (first + turn) % ChipModel.THREADS;
            boolean work = (readyAic.size() > 0 && idleAic[thread].size() > 0)
                    || (readyAiv.size() > 0 && idleAiv[thread].size() > 0);
            if (work) {
                dispatch(thread, tick);
            }
        }
    }

    /** Dummy and skipped tasks end on a scheduler; allocations end with their submit. */
    private void retire(int node, int thread) {
        TaskShape shape = plan.shape(node);
        long done = readyTick[node];
        if (shape != TaskShape.ALLOC) {
            threadFree[thread] = Math.max(threadFree[thread], readyTick[node]);
            long begin = threadFree[thread];
            outer(thread, "dummy", 16, 1);
            boolean dummy = shape == TaskShape.DUMMY;
            SchedulerPhases lane = lanes[thread];
            lane.add(dummy ? "dummy_task" : "predicated_skip", begin + 8, begin + 8, loops[thread], 1);
            lane.taskOfLast(plan.taskId(node));
            lane.depthsOfLast(0, 0);
            done = threadFree[thread];
        }
        completed(node, done);
    }

    private void outer(int thread, String kind, int ticks, int tasks) {
        long begin = threadFree[thread];
        lanes[thread].add(kind, begin, begin + ticks, ++loops[thread], tasks);
        lanes[thread].depthsOfLast(depths(), depths());
        threadFree[thread] = begin + ticks;
    }

    private void dispatch(int thread, long tick) {
        long begin = Math.max(tick, threadFree[thread]);
        long before = depths();
        long at = begin + 3;
        int published = 0;
        while (published < MAX_BATCH) {
            int core;
            if (readyAic.size() > 0 && idleAic[thread].size() > 0) {
                core = idleAic[thread].take();
            } else if (readyAiv.size() > 0 && idleAiv[thread].size() > 0) {
                core = idleAiv[thread].take();
            } else {
                break;
            }
            int node = (ChipModel.isAic(core) ? readyAic : readyAiv).take();
            at = Math.max(at + 5, readyTick[node] + 1);
            publish(core, node, at);
            published++;
        }
        lanes[thread].add("dispatch", begin, at + 2, ++loops[thread], published);
        lanes[thread].popsOfLast(published, Dice.below(5, seed, loops[thread], thread));
        lanes[thread].depthsOfLast(before, depths());
        threadFree[thread] = at + 2;
    }

    private void publish(int core, int node, long dispatchTick) {
        int run = runs.size();
        long dice = Dice.at(seed, run, 7);
        int received = 3 + (int) (dice & 7);
        long start = dispatchTick + 15 + ((dice >>> 8) & 31) + received;
        int slot = ChipModel.isAic(core) ? 0 : 1;
        long base = 600 + 250L * Math.max(0, plan.kernel(node, slot, seed));
        long end = start + base + ((dice >>> 16) & 0x1FF);
        runs.add(core, node, dispatchTick, start, end, received);
        running.add(end, run);
    }

    private IntQueue idleQueue(int core) {
        int thread = ChipModel.threadOf(core);
        return ChipModel.isAic(core) ? idleAic[thread] : idleAiv[thread];
    }

    private long depths() {
        return SchedulerPhases.pack(readyAic.size(), readyAiv.size(), 0);
    }
}
