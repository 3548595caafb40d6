package io.tidemark.capture;

import io.tidemark.abi.Channel;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Looks for losses in what a capture without certificate holds of one channel, or of several
 * together. Immutable.
 *
 * @param channels what it looks at; it is done when all of them are wanted
 * @param check adds what is missing
 */
record ContentCheck(Set<Channel> channels, BiConsumer<Capture, ContentLosses> check) {
    ContentCheck(Channel channel, BiConsumer<Capture, ContentLosses> check) {
        this(Set.of(channel), check);
    }
}
