package io.tidemark.probe.swimlane;

import io.tidemark.abi.swimlane.AicpuTaskRecord;
import io.tidemark.abi.swimlane.MarkerRecord;
import io.tidemark.abi.swimlane.SchedPhaseKind;
import io.tidemark.abi.swimlane.SchedPhaseRecord;
import io.tidemark.probe.BufferLane;
import io.tidemark.probe.LaneGroup;
import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;

/**
 * Device side of the swimlane channel on one scheduler: task records of its cores, its own phases
 * and markers, and the rotation of its cores' heads. Called by the thread that steps that
 * scheduler. Never waits: ask {@link #hasRoom} at the start of a step, and make no progress in that
 * step if it says no. What a level does not record is a test of a final field.
 */
public final class SchedulerSwimlaneProbe {
    private final int thread;
    private final MemorySegment segment;
    private final LaneGroup group; // null when off
    private final HeadRotation[] heads; // by core; null for a core of another scheduler
    private final BufferLane[] tasks; // by core; null below level 2
    private final BufferLane phases; // null below level 3
    private final BufferLane markers; // null below level 3
    private final int walksPerStep;

    private long popHits;
    private long popMisses;
    private long iteration;

    SchedulerSwimlaneProbe(
            int thread,
            MemorySegment segment,
            LaneGroup group,
            HeadRotation[] heads,
            BufferLane[] tasks,
            BufferLane phases,
            BufferLane markers,
            int walksPerStep) {
        this.thread = thread;
        this.segment = segment;
        this.group = group;
        this.heads = heads;
        this.tasks = tasks;
        this.phases = phases;
        this.markers = markers;
        this.walksPerStep = walksPerStep;
    }

    /** A probe that records nothing and never waits. */
    public static SchedulerSwimlaneProbe off(int thread) {
        return new SchedulerSwimlaneProbe(thread, null, null, null, null, null, null, 0);
    }

    public int thread() {
        return thread;
    }

    /** True from level 2 on: dispatch and finish must be stamped. */
    public boolean recordsTasks() {
        return tasks != null;
    }

    /** True from level 3 on: phases must be stamped. */
    public boolean recordsPhases() {
        return phases != null;
    }

    /** How many walks over consumers a step may tell, so that all of it fits. */
    public int walksPerStep() {
        return walksPerStep;
    }

    /**
     * True if everything this step may record fits, or may be dropped. Ask before completions are
     * polled. False: the host is behind; make no progress in this step, and do not count it as a
     * hang.
     */
    public boolean hasRoom() {
        return group == null || group.hasRoom();
    }

    /** True while the scheduler stands still for the host. */
    public boolean isHeld() {
        return group != null && group.isHeld();
    }

    /** Call just before the write of the dispatch register of an own core. */
    public void beforeDispatch(int core, int token) {
        if (heads != null) {
            heads[core].beforeDispatch(token);
        }
    }

    /** Call for every ACK or FIN read from an own core, repeatedly if needed. */
    public void observed(int core, int token) {
        if (heads != null) {
            heads[core].observed(token);
        }
    }

    /** One completed subtask, a completion that was only implied included. */
    public void taskFinished(int core, int token, long dispatchTick, long finishTick) {
        if (tasks == null) {
            return;
        }
        BufferLane lane = tasks[core];
        long at = lane.reserve();
        if (at == BufferLane.NO_SLOT) {
            return;
        }
        AicpuTaskRecord.DISPATCH_TICK.set(segment, at, dispatchTick);
        AicpuTaskRecord.FINISH_TICK.set(segment, at, finishTick);
        AicpuTaskRecord.REG_TASK_ID.set(segment, at, token);
        lane.commit();
    }

    /** Adds to the pop counts that the next Dispatch record carries. */
    public void popped(int hits, int misses) {
        popHits += hits;
        popMisses += misses;
    }

    /**
     * One stretch of work. A stretch without work is not recorded, except a poll of asynchronous
     * completions.
     */
    public void phase(SchedPhaseKind kind, long beginTick, long endTick, long loopIteration, int tasksDone) {
        iteration = loopIteration;
        if (phases == null || (tasksDone == 0 && kind != SchedPhaseKind.ASYNC_POLL)) {
            return;
        }
        append(kind, beginTick, endTick, tasksDone);
    }

    private void append(SchedPhaseKind kind, long beginTick, long endTick, int tasksDone) {
        long at = phases.reserve();
        if (at == BufferLane.NO_SLOT) {
            return; // pop counts stay for the next record, so that the sums hold
        }
        SchedPhaseRecord.START_TICK.set(segment, at, beginTick);
        SchedPhaseRecord.END_TICK.set(segment, at, endTick);
        SchedPhaseRecord.LOOP_ITERATION.set(segment, at, iteration);
        SchedPhaseRecord.KIND.set(segment, at, kind.code());
        SchedPhaseRecord.TASKS_PROCESSED.set(segment, at, tasksDone);
        boolean dispatch = kind == SchedPhaseKind.DISPATCH;
        SchedPhaseRecord.POP_HIT.set(segment, at, dispatch ? popHits : 0);
        SchedPhaseRecord.POP_MISS.set(segment, at, dispatch ? popMisses : 0);
        phases.commit();
        if (dispatch) {
            popHits = 0;
            popMisses = 0;
        }
    }

    /**
     * Something that happened to one task at one moment: a dummy task, a skip by a false predicate.
     */
    public void marker(SchedPhaseKind kind, long taskId, long tick, long loopIteration) {
        if (markers == null) {
            return;
        }
        long at = markers.reserve();
        if (at == BufferLane.NO_SLOT) {
            return;
        }
        MarkerRecord.TICK.set(segment, at, tick);
        MarkerRecord.TASK_ID.set(segment, at, taskId);
        MarkerRecord.KIND.set(segment, at, kind.code());
        MarkerRecord.LOOP_ITERATION.set(segment, at, loopIteration);
        markers.commit();
    }

    /**
     * Hands over everything at the end of a run, on every path out; nothing is dispatched after it.
     * False if a core has not written its last record yet or the ready queue is full: call again in
     * a later step. After an error one call is enough: the rest is recovered from the region.
     *
     * @param tick now; stamps the zero-width Dispatch record that carries pop counts not
     *     written yet
     */
    public boolean flush(long tick) {
        if (group == null) {
            return true;
        }
        boolean popsWritten = writeLeftOverPops(tick);
        return group.flush() && popsWritten;
    }

    private boolean writeLeftOverPops(long tick) {
        if (phases == null || (popHits == 0 && popMisses == 0)) {
            return true;
        }
        if (!phases.hasRoom() && !group.hasRoom()) {
            return false; // a freeze alone is no reason: there may be no later step
        }
        append(SchedPhaseKind.DISPATCH, tick, tick, 0);
        popHits = 0; // tried once: a record that was refused is counted once
        popMisses = 0;
        return true;
    }

    void eachBuffer(LongConsumer visitor) {
        if (group != null) {
            group.eachBuffer(visitor);
        }
    }
}
