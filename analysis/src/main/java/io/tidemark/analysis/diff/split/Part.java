package io.tidemark.analysis.diff.split;

import java.util.List;

/**
 * One part of a difference.
 *
 * @param kernel whose time it is, where the cause is {@link Cause#KERNEL}; else empty
 * @param nanos how much longer the second run took for it; negative when shorter
 * @param steps steps of either path that are in it
 * @param largest the tasks that contribute most
 */
public record Part(Cause cause, String kernel, long nanos, int steps, List<Behind> largest) {
    public Part {
        largest = List.copyOf(largest);
    }

    /**
     * A task behind a part.
     *
     * @param before its id in the first run, {@link io.tidemark.abi.TaskId#NONE} if it is not there
     * @param after its id in the second run, likewise
     */
    public record Behind(long before, long after, String kernel, long nanos) {}

    /** The cause, with the kernel where it has one. */
    public String words() {
        return kernel.isEmpty() ? cause.words() : "kernel " + kernel;
    }
}
