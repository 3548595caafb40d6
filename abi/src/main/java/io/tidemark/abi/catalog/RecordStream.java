package io.tidemark.abi.catalog;

import io.tidemark.abi.Channel;
import io.tidemark.abi.ChannelStream;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.spool.FreezeRecord;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One stream of records that a table file can hold: a stream of a channel, or the freezes of a
 * channel. Immutable.
 */
public record RecordStream(Channel channel, ChannelStream stream) {
    /** The kind of the stream of {@link FreezeRecord}s that each channel has. */
    public static final int FREEZE_KIND = 0xFFFF;

    private static final ChannelStream FREEZES = new ChannelStream() {
        @Override
        public int code() {
            return FREEZE_KIND;
        }

        @Override
        public String label() {
            return "freeze";
        }

        @Override
        public RecordLayout record() {
            return FreezeRecord.LAYOUT;
        }

        @Override
        public long firstTick(MemorySegment bytes, long at) {
            return FreezeRecord.BEGIN_TICK.get(bytes, at);
        }

        @Override
        public long lastTick(MemorySegment bytes, long at) {
            return FreezeRecord.END_TICK.get(bytes, at);
        }
    };

    /** The streams of Tidemark's own channels. */
    public static List<RecordStream> known() {
        List<RecordStream> all = new ArrayList<>();
        for (Channel channel : ChannelCatalog.all()) {
            channel.streams().forEach(stream -> all.add(new RecordStream(channel, stream)));
            all.add(new RecordStream(channel, FREEZES));
        }
        return all;
    }

    /** Empty if the channel has no stream of that code. */
    public static Optional<RecordStream> of(Channel channel, int kind) {
        return kind == FREEZE_KIND
                ? Optional.of(new RecordStream(channel, FREEZES))
                : channel.stream(kind).map(stream -> new RecordStream(channel, stream));
    }

    /** Its code inside the channel. */
    public int kind() {
        return stream.code();
    }

    /** Its word inside the channel. */
    public String label() {
        return stream.label();
    }

    public RecordLayout layout() {
        return stream.record();
    }

    /** Channel and stream in words, as in {@code swimlane.aicore_task}; the file has this name. */
    public String name() {
        return channel.word() + "." + label();
    }
}
