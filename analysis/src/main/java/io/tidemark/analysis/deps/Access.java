package io.tidemark.analysis.deps;

/**
 * One task touching bytes of one buffer.
 *
 * @param node number in the {@link TaskGraph}
 * @param argument index of the task's argument
 */
record Access(int node, int argument, boolean writes, ByteBlocks bytes) {}
