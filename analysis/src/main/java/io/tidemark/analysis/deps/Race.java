package io.tidemark.analysis.deps;

/**
 * Two tasks that nothing orders and that touch the same bytes, at least one of them writing.
 *
 * @param first node of the task submitted earlier
 * @param second node of the other
 * @param bufferAddress buffer both touch
 * @param beginByte first common byte, counted from the buffer's start
 * @param commonBytes how many bytes they share
 */
public record Race(
        int first,
        int firstArgument,
        boolean firstWrites,
        int second,
        int secondArgument,
        boolean secondWrites,
        long bufferAddress,
        long beginByte,
        long commonBytes) {}
