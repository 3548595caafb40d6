package io.tidemark.abi.pmu;

import io.tidemark.abi.ChannelStream;
import io.tidemark.abi.layout.RecordLayout;
import java.lang.foreign.MemorySegment;

/** The one stream of the pmu channel. */
public enum PmuStream implements ChannelStream {
    COUNTERS(0, "counters", PmuRecord.LAYOUT);

    private final int code;
    private final String label;
    private final RecordLayout record;

    PmuStream(int code, String label, RecordLayout record) {
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
    public long firstTick(MemorySegment bytes, long at) {
        return PmuRecord.START_TICK.get(bytes, at);
    }

    @Override
    public long lastTick(MemorySegment bytes, long at) {
        return PmuRecord.START_TICK.get(bytes, at) + PmuRecord.TOTAL_CYCLES.get(bytes, at);
    }
}
