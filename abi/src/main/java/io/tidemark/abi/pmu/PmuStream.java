package io.tidemark.abi.pmu;

import io.tidemark.abi.DeclaredStream;
import io.tidemark.abi.layout.RecordLayout;
import java.lang.foreign.MemorySegment;

/** The one stream of the pmu channel. */
public enum PmuStream implements DeclaredStream {
    COUNTERS(0, "counters", PmuRecord.LAYOUT);

    private final Declaration declaration;

    PmuStream(int code, String label, RecordLayout record) {
        declaration = new Declaration(code, label, record);
    }

    @Override
    public Declaration declaration() {
        return declaration;
    }

    @Override
    public long firstTick(MemorySegment bytes, long at) {
        return PmuRecord.START_TICK.get(bytes, at);
    }

    @Override
    public long lastTick(MemorySegment bytes, long at) {
        return PmuRecord.START_TICK.get(bytes, at) + PmuRecord.TOTAL_CYCLES.get(bytes, at);
    }
}
