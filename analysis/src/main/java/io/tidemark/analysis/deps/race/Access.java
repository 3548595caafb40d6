package io.tidemark.analysis.deps.race;

import io.tidemark.analysis.deps.ByteBlocks;
import io.tidemark.analysis.deps.TaskGraph;

/**
 * One task touching bytes of one buffer.
 *
 * @param node number in the {@link TaskGraph}
 * @param argument index of the task's argument, {@link #NO_ARGUMENT} when it is one of several
 *     outputs and the capture does not tell which
 * @param region of the argument in the capture, -1 for a whole buffer
 * @param writes the argument is declared as one that is written
 * @param isNoDep the argument is passed without dependency: whether the kernel reads or writes it
 *     is not declared
 */
record Access(BufferLife life, int node, int argument, int region, boolean writes, boolean isNoDep, ByteBlocks bytes) {
    static final int NO_ARGUMENT = -1;

    boolean mayWrite() {
        return writes || isNoDep;
    }
}
