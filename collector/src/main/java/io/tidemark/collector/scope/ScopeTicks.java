package io.tidemark.collector.scope;

import io.tidemark.abi.scope.ScopeRecord;
import io.tidemark.abi.scope.ScopeStream;
import io.tidemark.collector.RecordTicks;
import java.lang.foreign.MemorySegment;

/** Where the stamps of scope samples lie; a site has none. Any thread. */
final class ScopeTicks implements RecordTicks {
    @Override
    public long beginTick(int kind, MemorySegment records, long at) {
        return kind == ScopeStream.SAMPLE.code() ? ScopeRecord.TICK.get(records, at) : 0;
    }

    @Override
    public long endTick(int kind, MemorySegment records, long at) {
        return beginTick(kind, records, at);
    }
}
