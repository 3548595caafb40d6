package io.tidemark.abi.catalog;

import io.tidemark.abi.Channel;
import io.tidemark.abi.args.ArgsChannel;
import io.tidemark.abi.deps.DepsChannel;
import io.tidemark.abi.pmu.PmuChannel;
import io.tidemark.abi.scope.ScopeChannel;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Every channel of Tidemark. A new channel is one line here; tests then ask for its other parts,
 * its records and its page.
 */
public final class ChannelCatalog {
    private static final List<Channel> ALL = List.of(
            SwimlaneChannel.CHANNEL,
            ArgsChannel.CHANNEL,
            ScopeChannel.CHANNEL,
            DepsChannel.CHANNEL,
            PmuChannel.CHANNEL);

    private ChannelCatalog() {}

    /** All channels, in ascending order of their codes. */
    public static List<Channel> all() {
        return ALL;
    }

    /** The same, for who asks whether one is in it. */
    public static Set<Channel> set() {
        return new LinkedHashSet<>(ALL);
    }

    /** Empty for the code of a private channel, or of a later version. */
    public static Optional<Channel> ofCode(long code) {
        return ALL.stream().filter(channel -> channel.code() == code).findFirst();
    }

    /** Empty for the word of a private channel, or of a later version. */
    public static Optional<Channel> ofWord(String word) {
        return ALL.stream().filter(channel -> channel.word().equals(word)).findFirst();
    }
}
