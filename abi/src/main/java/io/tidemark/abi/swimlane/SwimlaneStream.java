package io.tidemark.abi.swimlane;

import io.tidemark.abi.ChannelStream;
import io.tidemark.abi.layout.RecordLayout;
import java.util.Optional;

/**
 * The streams of the swimlane, one for each kind of record. The device puts the code on when it
 * writes, the host routes on it and on nothing else. Codes are never reused.
 */
public enum SwimlaneStream implements ChannelStream {
    AICPU_TASK(0, "aicpu_task", AicpuTaskRecord.LAYOUT),
    AICPU_SCHED_PHASE(1, "aicpu_sched_phase", SchedPhaseRecord.LAYOUT),
    AICPU_ORCH_PHASE(2, "aicpu_orch_phase", OrchPhaseRecord.LAYOUT),
    AICORE_TASK(3, "aicore_task", AicoreTaskRecord.LAYOUT),
    MARKER(4, "marker", MarkerRecord.LAYOUT),
    HOST_PHASE(5, "host_phase", HostPhaseRecord.LAYOUT),
    FANIN(6, "fanin", FaninRecord.LAYOUT);

    private final int code;
    private final String label;
    private final RecordLayout record;

    SwimlaneStream(int code, String label, RecordLayout record) {
        this.code = code;
        this.label = label;
        this.record = record;
    }

    @Override
    public int code() {
        return code;
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public RecordLayout record() {
        return record;
    }

    @Override
    public String beginField() {
        return switch (this) {
            case AICPU_TASK -> "dispatchTick";
            case AICORE_TASK, AICPU_SCHED_PHASE, AICPU_ORCH_PHASE -> "startTick";
            case MARKER -> "tick";
            case HOST_PHASE -> "startNanos";
            case FANIN -> ""; // no clock is read for it
        };
    }

    @Override
    public String endField() {
        return switch (this) {
            case AICPU_TASK -> "finishTick";
            case AICORE_TASK, AICPU_SCHED_PHASE, AICPU_ORCH_PHASE -> "endTick";
            case MARKER -> "tick";
            case HOST_PHASE -> "endNanos";
            case FANIN -> "";
        };
    }

    public static Optional<SwimlaneStream> ofCode(long code) {
        for (SwimlaneStream stream : values()) {
            if (stream.code == code) {
                return Optional.of(stream);
            }
        }
        return Optional.empty();
    }
}
