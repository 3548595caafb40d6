package io.tidemark.collector;

import java.lang.foreign.MemorySegment;

/**
 * When a record began and ended, so that a gap between two records has a place in time. Any thread.
 */
public interface RecordTicks {
    /** For channels whose records carry no stamp. */
    RecordTicks NONE =
            new RecordTicks() {
                @Override
                public long beginTick(int kind, MemorySegment records, long at) {
                    return 0;
                }

                @Override
                public long endTick(int kind, MemorySegment records, long at) {
                    return 0;
                }
            };

    long beginTick(int kind, MemorySegment records, long at);

    long endTick(int kind, MemorySegment records, long at);
}
