package io.tidemark.abi.catalog;

import io.tidemark.abi.Channel;
import io.tidemark.abi.ChannelStream;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.spool.FreezeRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One stream of records that a table file can hold: a stream of a channel, or the freezes of a
 * channel. Immutable.
 *
 * @param kind its code inside the channel
 * @param label its word; {@link #name} is the whole name
 * @param beginField when a record begins; empty for records without a stamp
 * @param endField when it ends; the same field for a moment
 */
public record RecordStream(
        Channel channel,
        int kind,
        String label,
        RecordLayout layout,
        String beginField,
        String endField) {
    /** The kind of the stream of {@link FreezeRecord}s that each channel has. */
    public static final int FREEZE_KIND = 0xFFFF;

    /** The streams of Tidemark's own channels. */
    public static List<RecordStream> known() {
        List<RecordStream> all = new ArrayList<>();
        for (Channel channel : ChannelCatalog.all()) {
            channel.streams().forEach(stream -> all.add(of(channel, stream)));
            all.add(freezes(channel));
        }
        return all;
    }

    /** Empty if the channel has no stream of that code. */
    public static Optional<RecordStream> of(Channel channel, int kind) {
        return kind == FREEZE_KIND
                ? Optional.of(freezes(channel))
                : channel.stream(kind).map(stream -> of(channel, stream));
    }

    private static RecordStream of(Channel channel, ChannelStream stream) {
        return new RecordStream(
                channel,
                stream.code(),
                stream.label(),
                stream.record(),
                stream.beginField(),
                stream.endField());
    }

    private static RecordStream freezes(Channel channel) {
        return new RecordStream(
                channel, FREEZE_KIND, "freeze", FreezeRecord.LAYOUT, "beginTick", "endTick");
    }

    /** Channel and kind in words, as in {@code swimlane.aicore_task}; the file has this name. */
    public String name() {
        return channel.word() + "." + label;
    }
}
