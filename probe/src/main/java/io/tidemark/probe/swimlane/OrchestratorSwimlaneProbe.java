package io.tidemark.probe.swimlane;

import io.tidemark.abi.swimlane.FaninRecord;
import io.tidemark.abi.swimlane.HostPhaseKind;
import io.tidemark.abi.swimlane.HostPhaseRecord;
import io.tidemark.abi.swimlane.OrchPhaseRecord;
import io.tidemark.probe.BufferLane;
import io.tidemark.probe.LaneGroup;
import io.tidemark.probe.Pause;
import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;

/**
 * Device side of the swimlane channel on the orchestrator: whom each task comes after, one record
 * per submit or allocation, and where the host builds the graph one per operation that it times.
 * Orchestrator thread only. No core depends on that thread's steps, so this is the one probe that
 * waits when the channel is full, up to the deadline of the wait.
 */
public final class OrchestratorSwimlaneProbe {
    private static final int NO_PROCESS = 1;

    private final MemorySegment segment;
    private final LaneGroup group; // null below level 2
    private final BufferLane fanin; // null below level 2
    private final BufferLane lane; // null below level 4
    private final BufferLane host; // null unless the host builds the graph
    private long processId = ProcessHandle.current().pid();
    private final Pause pause = new Pause();
    private long hostPhases;
    private long faninTask;
    private int faninKind;
    private int faninRings;
    private final int[] faninLocals = new int[FaninRecord.MOST_PRODUCERS];
    private int faninCount;

    OrchestratorSwimlaneProbe(
            MemorySegment segment, LaneGroup group, BufferLane fanin, BufferLane lane, BufferLane host) {
        this.fanin = fanin;
        this.host = host;
        this.segment = segment;
        this.group = group;
        this.lane = lane;
    }

    /** A probe that records nothing. */
    public static OrchestratorSwimlaneProbe off() {
        return new OrchestratorSwimlaneProbe(null, null, null, null, null);
    }

    /** In modelled time equal runs leave equal records, whichever process made them. */
    public void namesNoProcess() {
        processId = NO_PROCESS;
    }

    /** False below level 4: then no clock needs to be read for this probe. */
    public boolean recordsSubmits() {
        return lane != null;
    }

    /** True from level 2 on: the producers of each task must be recorded. */
    public boolean recordsFanin() {
        return fanin != null;
    }

    /**
     * True while the orchestrator waits for the host. Any thread may call it; the answer may be
     * stale.
     */
    public boolean isHeld() {
        return group != null && group.isHeld();
    }

    public void submitted(long beginTick, long endTick, long taskId, long submitIndex) {
        called(OrchPhaseRecord.SUBMIT, beginTick, endTick, taskId, submitIndex);
    }

    /**
     * @param call {@link OrchPhaseRecord#SUBMIT} or {@link OrchPhaseRecord#ALLOCATION}
     */
    public void called(int call, long beginTick, long endTick, long taskId, long submitIndex) {
        if (lane == null) {
            return;
        }
        if (!group.hasRoom()) {
            awaitRoom();
        }
        long at = lane.reserve();
        if (at == BufferLane.NO_SLOT) {
            return;
        }
        OrchPhaseRecord.START_TICK.set(segment, at, beginTick);
        OrchPhaseRecord.END_TICK.set(segment, at, endTick);
        OrchPhaseRecord.TASK_ID.set(segment, at, taskId);
        OrchPhaseRecord.SUBMIT_INDEX.set(segment, at, submitIndex);
        OrchPhaseRecord.CALL.set(segment, at, call);
        lane.commit();
    }

    /**
     * A task was looked up; call {@link #producer} for each that it comes after, then {@link
     * #faninEnd}. Only from level 2 on.
     *
     * @param kind code of a {@link io.tidemark.abi.deps.SubmitKind}
     */
    public void faninBegin(long taskId, int kind) {
        faninTask = taskId;
        faninKind = kind;
        faninRings = 0;
        faninCount = 0;
    }

    public void producer(long taskId) {
        if (faninCount == FaninRecord.MOST_PRODUCERS) {
            faninEnd();
            faninBegin(faninTask, FaninRecord.CONTINUED);
        }
        faninRings |= FaninRecord.ring(faninCount, taskId);
        faninLocals[faninCount++] = (int) taskId;
    }

    public void faninEnd() {
        if (!group.hasRoom()) {
            awaitRoom();
        }
        long at = fanin.reserve();
        if (at == BufferLane.NO_SLOT) {
            return;
        }
        FaninRecord.HEAD.set(segment, at, FaninRecord.head(faninTask, faninKind, faninCount, faninRings));
        for (int i = 0; i < faninCount; i++) {
            FaninRecord.PRODUCER_LOCALS.set(segment, at, i, faninLocals[i]);
        }
        fanin.commit();
    }

    /** From the task on, edges to the writer are missing. Only from level 2 on. */
    public void forgotten(long taskId, long writer) {
        faninBegin(taskId, FaninRecord.FORGOTTEN);
        producer(writer);
        faninEnd();
    }

    /** Does nothing where the chip builds its graph itself. */
    public void hostPhase(HostPhaseKind kind, long beginNanos, long endNanos, long detail) {
        if (host == null) {
            return;
        }
        if (!group.hasRoom()) {
            awaitRoom();
        }
        long at = host.reserve();
        if (at == BufferLane.NO_SLOT) {
            return;
        }
        HostPhaseRecord.START_NANOS.set(segment, at, beginNanos);
        HostPhaseRecord.END_NANOS.set(segment, at, endNanos);
        HostPhaseRecord.DETAIL.set(segment, at, detail);
        HostPhaseRecord.KIND.set(segment, at, kind.code());
        HostPhaseRecord.INDEX.set(segment, at, hostPhases++);
        HostPhaseRecord.THREAD_ID.set(segment, at, processId);
        host.commit();
    }

    private void awaitRoom() {
        pause.reset();
        do {
            if (!pause.once()) {
                group.waitNoLonger();
            }
        } while (!group.hasRoom());
    }

    /**
     * Hands over everything at the end of a run, on every path out; waits for room up to the
     * deadline.
     */
    public void flush() {
        if (group == null) {
            return;
        }
        pause.reset();
        while (!group.flush()) {
            if (!pause.once()) {
                group.waitNoLonger();
            }
        }
    }

    void eachBuffer(LongConsumer visitor) {
        if (group != null) {
            group.eachBuffer(visitor);
        }
    }
}
