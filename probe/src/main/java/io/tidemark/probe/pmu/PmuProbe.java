package io.tidemark.probe.pmu;

import io.tidemark.abi.pmu.ArgumentCounter;
import io.tidemark.abi.pmu.PmuChannel;
import io.tidemark.abi.pmu.PmuEvent;
import io.tidemark.abi.pmu.PmuRecord;
import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.memory.region.StreamPlace;
import io.tidemark.probe.BufferLane;
import io.tidemark.probe.HostWaits;
import io.tidemark.probe.LaneGroup;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Device side of the pmu channel on one scheduler: one record per subtask that finished on a core
 * that the scheduler owns, a lane per core. Called by the thread that steps that scheduler. Never waits or
 * allocates: ask {@link #hasRoom} at the start of a step, and make no progress in that step if it
 * says no. What finds no room is refused and counted.
 */
public final class PmuProbe {
    /** A core runs one subtask at a time while it is counted; one more may end it in an exit. */
    private static final int RECORDS_PER_STEP = 2;

    /** No number of cycles. */
    public static final long UNCOUNTED = -1;

    private final int thread;
    private final int event;
    private final MemorySegment segment;
    private final BufferLane[] lanes; // by core; null for a core of another scheduler
    private final LaneGroup group;

    private PmuProbe(int thread, int event, MemorySegment segment, BufferLane[] lanes, LaneGroup group) {
        this.thread = thread;
        this.event = event;
        this.segment = segment;
        this.lanes = lanes;
        this.group = group;
    }

    /**
     * The probe of one scheduler; empty if the region has no pmu channel.
     *
     * @param coreToThread the scheduler of each core
     */
    public static Optional<PmuProbe> open(DeviceRegion region, int[] coreToThread, int thread, HostWaits waits) {
        return region.stream(PmuChannel.CHANNEL, 0).map(stream -> open(region, stream, coreToThread, thread, waits));
    }

    private static PmuProbe open(
            DeviceRegion region, StreamPlace stream, int[] coreToThread, int thread, HostWaits waits) {
        MemorySegment segment = region.memory();
        BufferLane[] lanes = new BufferLane[coreToThread.length];
        List<BufferLane> own = new ArrayList<>();
        int step = Math.min(RECORDS_PER_STEP, stream.recordsPerBuffer());
        for (int core = 0; core < lanes.length; core++) {
            if (coreToThread[core] == thread) {
                lanes[core] = new BufferLane(segment, stream, core, step);
                own.add(lanes[core]);
            }
        }
        LaneGroup group = LaneGroup.open(segment, stream, thread, own, waits);
        PmuEvent event = PmuEvent.ofCode(region.settings().pmuEvent()).orElse(PmuEvent.DEFAULT);
        return new PmuProbe(thread, event.code(), segment, lanes, group);
    }

    /**
     * True if everything this step may record fits, or may be dropped. False: the host is behind;
     * make no progress in this step, and do not count it as a hang.
     */
    public boolean hasRoom() {
        return group.hasRoom();
    }

    /**
     * A subtask finished; what is not known becomes no number.
     *
     * @param cycles as its core counted them; {@link #UNCOUNTED} if it did not
     */
    public void finished(
            int core,
            int coreType,
            long taskId,
            int functionId,
            long startTick,
            long endTick,
            long invocations,
            long cycles,
            ArgumentTraffic traffic) {
        BufferLane lane = lanes[core];
        long at = lane.reserve();
        if (at == BufferLane.NO_SLOT) {
            return;
        }
        boolean hasCycles = event == PmuEvent.MULTIPROCESSOR.code() && cycles != UNCOUNTED;
        int known = ArgumentCounter.INVOCATIONS.bit()
                | (traffic.isKnown() ? ArgumentCounter.TRAFFIC_BITS : 0)
                | (hasCycles ? 1 : 0);
        PmuRecord.COUNTERS.set(segment, at, 0, hasCycles ? cycles : 0);
        PmuRecord.TASK_ID.set(segment, at, taskId);
        PmuRecord.START_TICK.set(segment, at, startTick);
        PmuRecord.TOTAL_CYCLES.set(segment, at, endTick - startTick);
        PmuRecord.FUNCTION_ID.set(segment, at, functionId);
        PmuRecord.KNOWN.set(segment, at, known);
        PmuRecord.READ_BYTES.set(segment, at, traffic.readBytes());
        PmuRecord.WRITE_BYTES.set(segment, at, traffic.writeBytes());
        PmuRecord.READ_ELEMENTS.set(segment, at, traffic.readElements());
        PmuRecord.WRITE_ELEMENTS.set(segment, at, traffic.writeElements());
        PmuRecord.INVOCATIONS.set(segment, at, invocations);
        PmuRecord.CORE.set(segment, at, core);
        PmuRecord.EVENT.set(segment, at, event);
        PmuRecord.THREAD.set(segment, at, thread);
        PmuRecord.CORE_TYPE.set(segment, at, coreType);
        lane.commit();
    }

    /** Hands over what is complete. False if something is left: call again, or leave it. */
    public boolean flush() {
        return group.flush();
    }
}
