package io.tidemark.collector.pmu;

import io.tidemark.abi.pmu.PmuRecord;
import io.tidemark.collector.RecordTicks;
import java.lang.foreign.MemorySegment;

/** Where the stamps of counter records lie. Any thread. */
final class PmuTicks implements RecordTicks {
    @Override
    public long beginTick(int kind, MemorySegment records, long at) {
        return PmuRecord.START_TICK.get(records, at);
    }

    @Override
    public long endTick(int kind, MemorySegment records, long at) {
        return PmuRecord.START_TICK.get(records, at) + PmuRecord.TOTAL_CYCLES.get(records, at);
    }
}
