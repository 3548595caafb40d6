package io.tidemark.checks.swimlane;

import io.tidemark.abi.swimlane.SchedPhaseKind;
import io.tidemark.probe.swimlane.SchedulerSwimlaneProbe;
import java.util.List;
import java.util.Random;
import java.util.function.LongSupplier;

/**
 * A scheduler as the probes see one: polls its cores, fills running and pending slots, and tells
 * its probe. Stepped by one thread. It gives every core the same number of tasks and then flushes.
 */
final class FakeScheduler {
    /** The two slots of one core. */
    private static final class Slots {
        int running;
        int pending;
        boolean acknowledged;
        long runningTick;
        long pendingTick;
        int given;
        final Written finished = new Written();
    }

    final int thread;
    final Written phases = new Written();
    final Written markers = new Written();
    long popHits;
    long popMisses;
    private final List<FakeCore> cores;
    private final Slots[] slots;
    private final SchedulerSwimlaneProbe probe;
    private final LongSupplier clock;
    private final Random random;
    private final int tasksPerCore;
    private long flushTick = -1;
    private long iteration;
    private long unwrittenHits;
    private long unwrittenMisses;
    private volatile boolean stopping;
    private volatile boolean flushed;

    FakeScheduler(
            int thread,
            List<FakeCore> cores,
            SchedulerSwimlaneProbe probe,
            LongSupplier clock,
            int tasksPerCore,
            Random random) {
        this.thread = thread;
        this.cores = List.copyOf(cores);
        this.probe = probe;
        this.clock = clock;
        this.tasksPerCore = tasksPerCore;
        this.random = random;
        slots = new Slots[cores.size()];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = new Slots();
        }
    }

    boolean isFlushed() {
        return flushed;
    }

    /** Leaves the loop as after an error: flushes what can be flushed, and no more. */
    void stop() {
        stopping = true;
    }

    Written finished(FakeCore core) {
        return slots[cores.indexOf(core)].finished;
    }

    int dispatched(FakeCore core) {
        return slots[cores.indexOf(core)].given;
    }

    boolean step() {
        if (flushed) {
            return false;
        }
        if (stopping || isDone()) {
            return flush();
        }
        if (!probe.hasRoom()) {
            return false;
        }
        iteration++;
        long begin = clock.getAsLong();
        int completed = 0;
        for (int i = 0; i < slots.length; i++) {
            completed += poll(cores.get(i), slots[i]);
        }
        phase(SchedPhaseKind.COMPLETE, begin, completed);
        if (random.nextInt(16) == 0) {
            phase(SchedPhaseKind.ASYNC_POLL, clock.getAsLong(), 0);
            mark();
        }
        begin = clock.getAsLong();
        int dispatched = 0;
        for (int i = 0; i < slots.length; i++) {
            dispatched += dispatch(cores.get(i), slots[i]);
        }
        phase(SchedPhaseKind.DISPATCH, begin, dispatched);
        return completed + dispatched > 0;
    }

    private boolean isDone() {
        for (Slots slot : slots) {
            if (slot.given < tasksPerCore || slot.running != FakeCore.NO_TOKEN) {
                return false;
            }
        }
        return true;
    }

    private boolean flush() {
        if (!probe.hasRoom()) {
            return false;
        }
        if (flushTick < 0) {
            flushTick = clock.getAsLong(); // kept: the host may close the gate before it is written
        }
        if (unwrittenHits + unwrittenMisses > 0 && probe.recordsPhases()) {
            print(SchedPhaseKind.DISPATCH, flushTick, flushTick, 0);
        }
        flushed = probe.flush(flushTick) || stopping;
        return flushed;
    }

    private int poll(FakeCore core, Slots slot) {
        long condition = core.condition();
        int token = FakeCore.tokenOf(condition);
        if (token == FakeCore.NO_TOKEN || slot.running == FakeCore.NO_TOKEN) {
            return 0;
        }
        probe.observed(core.index, token);
        boolean finished = FakeCore.isFinished(condition);
        if (token == slot.pending) {
            complete(core, slot);
            slot.acknowledged = true;
            if (finished) {
                complete(core, slot);
                return 2;
            }
            return 1;
        }
        if (token != slot.running) {
            return 0;
        }
        slot.acknowledged = true;
        if (finished && slot.pending == FakeCore.NO_TOKEN) {
            complete(core, slot);
            return 1;
        }
        return 0;
    }

    private void complete(FakeCore core, Slots slot) {
        long tick = clock.getAsLong();
        probe.taskFinished(core.index, slot.running, slot.runningTick, tick);
        slot.finished.add(Written.print(slot.running, slot.runningTick, tick));
        slot.running = slot.pending;
        slot.runningTick = slot.pendingTick;
        slot.pending = FakeCore.NO_TOKEN;
    }

    private int dispatch(FakeCore core, Slots slot) {
        boolean idle = slot.running == FakeCore.NO_TOKEN;
        boolean room = idle || (slot.acknowledged && slot.pending == FakeCore.NO_TOKEN);
        if (slot.given == tasksPerCore || !room || random.nextInt(4) == 0) {
            pop(0, 1);
            return 0;
        }
        pop(1, 0);
        int token = ++slot.given;
        probe.beforeDispatch(core.index, token);
        long tick = clock.getAsLong();
        if (idle) {
            slot.running = token;
            slot.runningTick = tick;
            slot.acknowledged = false;
        } else {
            slot.pending = token;
            slot.pendingTick = tick;
        }
        core.dispatch(token);
        return 1;
    }

    private void pop(int hits, int misses) {
        popHits += hits;
        popMisses += misses;
        unwrittenHits += hits;
        unwrittenMisses += misses;
        probe.popped(hits, misses);
    }

    private void phase(SchedPhaseKind kind, long begin, int work) {
        long end = clock.getAsLong();
        probe.phase(kind, begin, end, iteration, work);
        if (work > 0 || kind == SchedPhaseKind.ASYNC_POLL) {
            print(kind, begin, end, work);
        }
    }

    private void print(SchedPhaseKind kind, long begin, long end, int work) {
        boolean dispatch = kind == SchedPhaseKind.DISPATCH;
        phases.add(Written.print(
                begin,
                end,
                iteration,
                kind.code(),
                work,
                dispatch ? unwrittenHits : 0,
                dispatch ? unwrittenMisses : 0));
        if (dispatch) {
            unwrittenHits = 0;
            unwrittenMisses = 0;
        }
    }

    private void mark() {
        for (int i = random.nextInt(8); i > 0; i--) {
            SchedPhaseKind kind = i % 2 == 0 ? SchedPhaseKind.DUMMY_TASK : SchedPhaseKind.PREDICATED_SKIP;
            long tick = clock.getAsLong();
            long taskId = ((long) thread << 32) | markers.size();
            probe.marker(kind, taskId, tick, iteration);
            markers.add(Written.print(tick, taskId, kind.code(), iteration));
        }
    }
}
