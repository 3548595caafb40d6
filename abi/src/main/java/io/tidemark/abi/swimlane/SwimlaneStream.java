package io.tidemark.abi.swimlane;

import io.tidemark.abi.DeclaredStream;
import io.tidemark.abi.layout.RecordLayout;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * The streams of the swimlane, one for each kind of record. The device puts the code on when it
 * writes, the host routes on it and on nothing else. Codes are never reused.
 */
public enum SwimlaneStream implements DeclaredStream {
    AICPU_TASK(0, "aicpu_task", AicpuTaskRecord.LAYOUT),
    AICPU_SCHED_PHASE(1, "aicpu_sched_phase", SchedPhaseRecord.LAYOUT),
    AICPU_ORCH_PHASE(2, "aicpu_orch_phase", OrchPhaseRecord.LAYOUT),
    AICORE_TASK(3, "aicore_task", AicoreTaskRecord.LAYOUT),
    MARKER(4, "marker", MarkerRecord.LAYOUT),
    HOST_PHASE(5, "host_phase", HostPhaseRecord.LAYOUT),
    FANIN(6, "fanin", FaninRecord.LAYOUT);

    private final Declaration declaration;

    SwimlaneStream(int code, String label, RecordLayout record) {
        declaration = new Declaration(code, label, record);
    }

    @Override
    public Declaration declaration() {
        return declaration;
    }

    @Override
    public long firstTick(MemorySegment bytes, long at) {
        return switch (this) {
            case AICORE_TASK ->
                    AicoreTaskRecord.START_TICK.get(bytes, at)
                            - AicoreTaskRecord.receiveToStartTicks(
                                    AicoreTaskRecord.RECEIVE_TO_START_TICKS.get(bytes, at));
            case AICPU_TASK -> AicpuTaskRecord.DISPATCH_TICK.get(bytes, at);
            case AICPU_SCHED_PHASE -> SchedPhaseRecord.START_TICK.get(bytes, at);
            case AICPU_ORCH_PHASE -> OrchPhaseRecord.START_TICK.get(bytes, at);
            case HOST_PHASE -> HostPhaseRecord.START_NANOS.get(bytes, at);
            case MARKER -> MarkerRecord.TICK.get(bytes, at);
            case FANIN -> 0; // no clock is read for it
        };
    }

    @Override
    public long lastTick(MemorySegment bytes, long at) {
        return switch (this) {
            case AICORE_TASK -> AicoreTaskRecord.END_TICK.get(bytes, at);
            case AICPU_TASK -> AicpuTaskRecord.FINISH_TICK.get(bytes, at);
            case AICPU_SCHED_PHASE -> SchedPhaseRecord.END_TICK.get(bytes, at);
            case AICPU_ORCH_PHASE -> OrchPhaseRecord.END_TICK.get(bytes, at);
            case HOST_PHASE -> HostPhaseRecord.END_NANOS.get(bytes, at);
            case MARKER -> MarkerRecord.TICK.get(bytes, at);
            case FANIN -> 0;
        };
    }

    @Override
    public int kernel(MemorySegment bytes, long at) {
        return this == AICORE_TASK ? AicoreTaskRecord.FUNCTION_ID.get(bytes, at) : -1;
    }

    public static Optional<SwimlaneStream> ofCode(long code) {
        for (SwimlaneStream stream : values()) {
            if (stream.code() == code) {
                return Optional.of(stream);
            }
        }
        return Optional.empty();
    }
}
