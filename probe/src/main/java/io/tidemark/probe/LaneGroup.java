package io.tidemark.probe;

import io.tidemark.abi.OnFull;
import io.tidemark.memory.SegmentCells;
import io.tidemark.memory.queue.ReadyQueueWriter;
import io.tidemark.memory.region.StreamPlace;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * The lanes that one device thread hands over through its one ready queue. That thread only (for an
 * actor: the thread that steps it now). A lane asks for service when it runs low or has sealed a
 * buffer; while none asks and no freeze is on, the group costs three loads a step.
 *
 * <p>When full: with a blocking channel {@link #hasRoom} refuses the step until there is room or
 * the deadline has passed; then, and always in a dropping channel, the step continues, and the lanes
 * refuse and count records that do not fit.
 */
public final class LaneGroup {
    private final HandoverLane[] lanes;
    private final HandoverLane[] waiting;
    private final ReadyQueueWriter ready;
    private final BackPressureGate gate;
    private final WaitBudget budget;
    private int waitingCount;

    public LaneGroup(HandoverLane[] lanes, ReadyQueueWriter ready, BackPressureGate gate, WaitBudget budget) {
        this.lanes = lanes.clone();
        this.ready = ready;
        this.gate = gate;
        this.budget = budget;
        waiting = new HandoverLane[lanes.length];
        for (HandoverLane lane : lanes) {
            lane.joins(this);
        }
    }

    /**
     * The lanes of one thread as a started group of their own.
     *
     * @param stream any stream of the channel
     * @param queue which ready queue is this thread's
     */
    public static LaneGroup open(
            MemorySegment segment, StreamPlace stream, int queue, List<? extends HandoverLane> lanes, HostWaits waits) {
        if (queue < 0 || queue >= stream.readyQueues()) {
            throw new IllegalArgumentException("queue=" + queue + " readyQueues=" + stream.readyQueues());
        }
        LaneGroup group = new LaneGroup(
                lanes.toArray(HandoverLane[]::new),
                new ReadyQueueWriter(new SegmentCells(segment), stream.readyQueueAt(queue), stream.readyCapacity()),
                new BackPressureGate(segment, stream.backPressureAt(), stream.onFull() == OnFull.BLOCK),
                waits.budget());
        group.start();
        return group;
    }

    /** Takes first buffers without waiting: the host may not have started yet. */
    public void start() {
        for (HandoverLane lane : lanes) {
            lane.enlist();
        }
        serviceWaiting();
    }

    /**
     * True if the records of one step fit, or may be dropped. Ask before anything of the step has
     * an effect.
     */
    public boolean hasRoom() {
        if (waitingCount == 0 && !gate.isFrozen()) {
            if (budget.isRunning()) {
                budget.end();
            }
            return true;
        }
        return makeRoom();
    }

    private boolean makeRoom() {
        boolean room = serviceWaiting();
        if (room && !gate.isFrozen()) {
            budget.end();
            return true;
        }
        return !gate.isWaitingAllowed() || budget.isSpent();
    }

    private boolean serviceWaiting() {
        boolean room = true;
        int kept = 0;
        int count = waitingCount;
        for (int i = 0; i < count; i++) {
            HandoverLane lane = waiting[i];
            lane.service(ready, gate);
            room &= lane.hasRoom();
            if (lane.isSettled()) {
                lane.delisted();
            } else {
                waiting[kept++] = lane;
            }
        }
        waitingCount = kept;
        return room;
    }

    /** Ends the current wait; records that do not fit from here on are dropped and counted. */
    public void waitNoLonger() {
        budget.spend();
    }

    /** True while the owner stands still for the host: such a step is no sign of a hang. */
    public boolean isHeld() {
        return budget.isRunning();
    }

    /**
     * Seals and hands over everything that is complete. False: call again in a later step. True
     * once nothing is left, or once waiting is not allowed; what stays behind then is recovered
     * from the region.
     */
    public boolean flush() {
        boolean written = true;
        boolean handedOver = true;
        for (HandoverLane lane : lanes) {
            written &= lane.sealAtEnd();
            lane.handOver(ready, gate);
            handedOver &= !lane.hasSealed();
        }
        if (written && handedOver) {
            budget.end();
            return true;
        }
        return (written && !gate.isWaitingAllowed()) || budget.isSpent();
    }

    void enlist(HandoverLane lane) {
        waiting[waitingCount++] = lane;
    }

    /** Names every buffer that the device half holds, for a census at rest. */
    public void eachBuffer(LongConsumer visitor) {
        for (HandoverLane lane : lanes) {
            lane.eachBuffer(visitor);
        }
    }
}
