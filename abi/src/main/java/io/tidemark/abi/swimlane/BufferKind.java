package io.tidemark.abi.swimlane;

import io.tidemark.abi.layout.RecordLayout;
import java.util.Optional;

/**
 * Which record a swimlane buffer holds. The device puts the code on when it writes, the host routes
 * on it and on nothing else. Codes are never reused.
 */
public enum BufferKind {
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

    BufferKind(int code, String label, RecordLayout record) {
        this.code = code;
        this.label = label;
        this.record = record;
    }

    public int code() {
        return code;
    }

    public String label() {
        return label;
    }

    public RecordLayout record() {
        return record;
    }

    public static Optional<BufferKind> ofCode(long code) {
        for (BufferKind kind : values()) {
            if (kind.code == code) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }
}
