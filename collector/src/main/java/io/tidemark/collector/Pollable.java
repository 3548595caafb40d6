package io.tidemark.collector;

import java.io.IOException;

/** Work that a host thread does in small turns. One thread at a time. */
public interface Pollable {
    /** Does what can be done now, never waits; returns how much that was, 0 if nothing. */
    int poll() throws IOException;

    /** True if a thread of the device half stands still until the next turn, or soon will. */
    default boolean isPressed() {
        return false;
    }

    /**
     * Ends for good: no thread of the device half waits for this one any more. Any number of times.
     */
    void leave();
}
