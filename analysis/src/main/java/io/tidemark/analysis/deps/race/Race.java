package io.tidemark.analysis.deps.race;

import io.tidemark.analysis.deps.BufferName;
import io.tidemark.analysis.deps.TaskGraph;

/**
 * Two tasks that nothing orders and that touch the same bytes, at least one of them writing.
 *
 * @param first of the task that stands earlier in the order of the graph
 * @param second of the other
 * @param buffer what both touch
 * @param beginByte first common byte, counted from the buffer's start
 * @param endByte behind the last common byte
 * @param commonBytes how many bytes they share
 */
public record Race(Side first, Side second, BufferName buffer, long beginByte, long endByte, long commonBytes) {
    /**
     * One of the two.
     *
     * @param node number in the {@link TaskGraph}
     * @param argument index of the task's argument, -1 for an output whose index the capture does
     *     not tell
     * @param writes the argument is declared as one that is written
     * @param isNoDep the argument is passed without dependency, so no direction is declared
     * @param view shape and start of what the argument names, for people
     */
    public record Side(int node, int argument, boolean writes, boolean isNoDep, String view) {}
}
