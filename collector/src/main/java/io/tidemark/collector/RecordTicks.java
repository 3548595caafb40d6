package io.tidemark.collector;

import io.tidemark.abi.Channel;
import java.lang.foreign.MemorySegment;

/**
 * When a record began and ended, so that a gap between two records has a place in time. Any thread.
 */
public interface RecordTicks {
    /** As the streams of the channel declare their stamps; 0 where records have none. */
    static RecordTicks of(Channel channel) {
        return new RecordTicks() {
            @Override
            public long beginTick(int kind, MemorySegment records, long at) {
                return channel.stream(kind).map(it -> it.firstTick(records, at)).orElse(0L);
            }

            @Override
            public long endTick(int kind, MemorySegment records, long at) {
                return channel.stream(kind).map(it -> it.lastTick(records, at)).orElse(0L);
            }
        };
    }

    long beginTick(int kind, MemorySegment records, long at);

    long endTick(int kind, MemorySegment records, long at);
}
