package io.tidemark.capture;

import io.tidemark.abi.Channel;
import java.util.Set;

/**
 * Looks for losses in what a capture without certificate holds of one channel, or of several
 * together.
 */
interface ContentCheck {
    /** The channels that it looks at; it is asked when all of them are wanted. */
    Set<Channel> channels();

    void check(Capture capture, ContentLosses losses);
}
