package io.tidemark.probe.swimlane;

import io.tidemark.abi.region.ActiveHead;
import io.tidemark.abi.region.BufferHeader;
import io.tidemark.abi.swimlane.AicoreTaskRecord;
import io.tidemark.memory.region.StreamPlace;
import io.tidemark.probe.BackPressureGate;
import io.tidemark.probe.WaitBudget;
import java.lang.foreign.MemorySegment;

/**
 * Device side of the swimlane channel on one core. Called by the thread that steps that core. It
 * never rotates: it re-reads its head line once per task, reserves before ACK and commits into the
 * reserved slot after FIN. When its buffer is full because the scheduler found no other, the record
 * is refused and counted, and the task runs all the same.
 */
public final class CoreSwimlaneProbe {
    private static final long NO_SLOT = -1;

    private final boolean recording;
    private final MemorySegment segment;
    private final long headAt;
    private final long bufferBytes;
    private final BackPressureGate gate;
    private final WaitBudget budget;

    private long sequence;
    private long slotAt;
    private long endAt;
    private long reservedAt = NO_SLOT;
    private boolean threw;
    private long committed;
    private long dropped;
    private long droppedSinceBuffer;
    private boolean held;

    private CoreSwimlaneProbe() {
        recording = false;
        segment = null;
        headAt = 0;
        bufferBytes = 0;
        gate = null;
        budget = null;
    }

    CoreSwimlaneProbe(MemorySegment segment, StreamPlace stream, int core, BackPressureGate gate, WaitBudget budget) {
        recording = true;
        this.segment = segment;
        this.gate = gate;
        this.budget = budget;
        headAt = stream.activeHeadAt(core);
        bufferBytes = (long) stream.recordsPerBuffer() * stream.recordBytes();
    }

    /** A probe that records nothing and never waits. */
    public static CoreSwimlaneProbe off() {
        return new CoreSwimlaneProbe();
    }

    /** False at level 0: then no clock needs to be read for this probe. */
    public boolean isRecording() {
        return recording;
    }

    /**
     * Reserves the slot of the task just received. Call after the dispatch register was read and
     * before ACK. False while all lanes stand still for the host: do not start the task in this
     * step, and ask again in the next.
     */
    public boolean tryReserve() {
        if (!recording) {
            return true;
        }
        if (held || gate.isFrozen()) {
            held = mustWait();
            if (held) {
                return false;
            }
        }
        assert reservedAt == NO_SLOT : "reserved twice without commit";
        long active = ActiveHead.CURRENT_SEQUENCE.getAcquire(segment, headAt);
        if (active != sequence) {
            enter(active);
        }
        ActiveHead.RESERVED.set(segment, headAt, committed + dropped + 1);
        if (slotAt == endAt) {
            droppedSinceBuffer++;
            ActiveHead.DROPPED_NO_BUFFER.setRelease(segment, headAt, ++dropped);
        } else {
            reservedAt = slotAt;
        }
        return true;
    }

    private boolean mustWait() {
        if (!gate.isFrozen()) {
            budget.end();
            return false;
        }
        return gate.isWaitingAllowed() && !budget.isSpent();
    }

    private void enter(long active) {
        sequence = active;
        long buffer = ActiveHead.CURRENT_BUFFER_AT.getOpaque(segment, headAt);
        BufferHeader.DROPPED_BEFORE.set(segment, buffer, droppedSinceBuffer);
        droppedSinceBuffer = 0;
        slotAt = StreamPlace.recordsAt(buffer);
        endAt = slotAt + bufferBytes;
    }

    /** The kernel of the task last reserved has thrown; its record will say so. */
    public void threw() {
        threw = reservedAt != NO_SLOT;
    }

    /** Writes the record of the task last reserved, after FIN. Nothing if it was refused. */
    public void commit(long taskId, int functionId, int token, long receiveTick, long startTick, long endTick) {
        long at = reservedAt;
        if (at == NO_SLOT) {
            return;
        }
        AicoreTaskRecord.START_TICK.set(segment, at, startTick);
        AicoreTaskRecord.END_TICK.set(segment, at, endTick);
        AicoreTaskRecord.TASK.set(segment, at, AicoreTaskRecord.task(taskId, functionId));
        AicoreTaskRecord.REG_TASK_ID.set(segment, at, token);
        AicoreTaskRecord.RECEIVE_TO_START_TICKS.set(
                segment, at, AicoreTaskRecord.receiveToStart(startTick - receiveTick, threw));
        threw = false;
        slotAt = at + AicoreTaskRecord.LAYOUT.sizeBytes();
        reservedAt = NO_SLOT;
        ActiveHead.COMMITTED.setRelease(segment, headAt, ++committed);
    }

    /** True while the core stands still for the host: such a step is no sign of a hang. */
    public boolean isHeld() {
        return held;
    }
}
