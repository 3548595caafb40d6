package io.tidemark.abi.swimlane;

import io.tidemark.abi.DeclaredStream;
import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.RecordLayout;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * The streams of the swimlane, one for each kind of record. The device puts the code on when it
 * writes, the host routes on it and on nothing else. Codes are never reused.
 */
public enum SwimlaneStream implements DeclaredStream {
    AICPU_TASK(0, "aicpu_task", AicpuTaskRecord.LAYOUT, AicpuTaskRecord.DISPATCH_TICK, AicpuTaskRecord.FINISH_TICK),
    AICPU_SCHED_PHASE(
            1, "aicpu_sched_phase", SchedPhaseRecord.LAYOUT, SchedPhaseRecord.START_TICK, SchedPhaseRecord.END_TICK),
    AICPU_ORCH_PHASE(
            2, "aicpu_orch_phase", OrchPhaseRecord.LAYOUT, OrchPhaseRecord.START_TICK, OrchPhaseRecord.END_TICK),
    AICORE_TASK(3, "aicore_task", AicoreTaskRecord.LAYOUT, AicoreTaskRecord.START_TICK, AicoreTaskRecord.END_TICK),
    MARKER(4, "marker", MarkerRecord.LAYOUT, MarkerRecord.TICK, MarkerRecord.TICK),
    HOST_PHASE(5, "host_phase", HostPhaseRecord.LAYOUT, HostPhaseRecord.START_NANOS, HostPhaseRecord.END_NANOS),
    FANIN(6, "fanin", FaninRecord.LAYOUT, null, null); // no clock is read for it

    private final Declaration declaration;
    private final I64 begin; // null where records have no stamps
    private final I64 end; // likewise

    SwimlaneStream(int code, String label, RecordLayout record, I64 begin, I64 end) {
        declaration = new Declaration(code, label, record);
        this.begin = begin;
        this.end = end;
    }

    @Override
    public Declaration declaration() {
        return declaration;
    }

    @Override
    public Stamps stamps() {
        return begin == null ? Stamps.NONE : Stamps.WORDS;
    }

    /** The first fan-in record is all zeros when task 0 has no producers. */
    @Override
    public boolean mayBeZero(long position) {
        return this == FANIN && position == 0;
    }

    /** A run begins when its core saw the token. */
    @Override
    public long firstTick(MemorySegment bytes, long at) {
        if (begin == null) {
            return 0;
        }
        long tick = begin.get(bytes, at);
        return this == AICORE_TASK
                ? tick - AicoreTaskRecord.receiveToStartTicks(AicoreTaskRecord.RECEIVE_TO_START_TICKS.get(bytes, at))
                : tick;
    }

    @Override
    public long firstTick(long[] words, int at) {
        long tick = begin.of(words, at);
        return this == AICORE_TASK
                ? tick - AicoreTaskRecord.receiveToStartTicks(AicoreTaskRecord.RECEIVE_TO_START_TICKS.of(words, at))
                : tick;
    }

    @Override
    public long lastTick(MemorySegment bytes, long at) {
        return end == null ? 0 : end.get(bytes, at);
    }

    @Override
    public long lastTick(long[] words, int at) {
        return end.of(words, at);
    }

    @Override
    public int kernel(MemorySegment bytes, long at) {
        return this == AICORE_TASK ? AicoreTaskRecord.FUNCTION_ID.get(bytes, at) : -1;
    }

    @Override
    public int kernel(long[] words, int at) {
        return this == AICORE_TASK ? AicoreTaskRecord.FUNCTION_ID.of(words, at) : -1;
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
