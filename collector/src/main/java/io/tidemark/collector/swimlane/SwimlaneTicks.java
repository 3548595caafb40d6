package io.tidemark.collector.swimlane;

import io.tidemark.abi.swimlane.AicoreTaskRecord;
import io.tidemark.abi.swimlane.AicpuTaskRecord;
import io.tidemark.abi.swimlane.HostPhaseRecord;
import io.tidemark.abi.swimlane.MarkerRecord;
import io.tidemark.abi.swimlane.OrchPhaseRecord;
import io.tidemark.abi.swimlane.SchedPhaseRecord;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.collector.RecordTicks;
import java.lang.foreign.MemorySegment;

/** Where the stamps of swimlane records lie. Any thread. */
public final class SwimlaneTicks implements RecordTicks {
    private final long submitUnitsPerTick;

    public SwimlaneTicks() {
        this(1);
    }

    /**
     * @param submitUnitsPerTick how many units of the clock that stamps submits make a tick of the
     *     device; both run by one clock in a simulator
     */
    public SwimlaneTicks(long submitUnitsPerTick) {
        this.submitUnitsPerTick = submitUnitsPerTick;
    }

    @Override
    public long beginTick(int kind, MemorySegment records, long at) {
        return switch (SwimlaneStream.ofCode(kind).orElse(null)) {
            case AICORE_TASK -> AicoreTaskRecord.START_TICK.get(records, at);
            case AICPU_TASK -> AicpuTaskRecord.DISPATCH_TICK.get(records, at);
            case AICPU_SCHED_PHASE -> SchedPhaseRecord.START_TICK.get(records, at);
            case AICPU_ORCH_PHASE -> OrchPhaseRecord.START_TICK.get(records, at) / submitUnitsPerTick;
            case HOST_PHASE -> HostPhaseRecord.START_NANOS.get(records, at) / submitUnitsPerTick;
            case MARKER -> MarkerRecord.TICK.get(records, at);
            case FANIN -> 0; // no clock is read for it
            case null -> 0;
        };
    }

    @Override
    public long endTick(int kind, MemorySegment records, long at) {
        return switch (SwimlaneStream.ofCode(kind).orElse(null)) {
            case AICORE_TASK -> AicoreTaskRecord.END_TICK.get(records, at);
            case AICPU_TASK -> AicpuTaskRecord.FINISH_TICK.get(records, at);
            case AICPU_SCHED_PHASE -> SchedPhaseRecord.END_TICK.get(records, at);
            case AICPU_ORCH_PHASE -> OrchPhaseRecord.END_TICK.get(records, at) / submitUnitsPerTick;
            case HOST_PHASE -> HostPhaseRecord.END_NANOS.get(records, at) / submitUnitsPerTick;
            case MARKER -> MarkerRecord.TICK.get(records, at);
            case FANIN -> 0; // no clock is read for it
            case null -> 0;
        };
    }
}
