package io.tidemark.runtime.recording;

/**
 * What a core counts of the kernel it ran last. Written by the thread that steps the core before
 * the core tells that it finished, read by its scheduler after it saw that: the finish orders the
 * two, and with one task at a time on the core none comes between.
 */
final class CoreCounters {
    private long startTick;
    private long endTick;
    private long invocations;
    private long invocationsSeen;

    void returned(long newStartTick, long newEndTick) {
        startTick = newStartTick;
        endTick = newEndTick;
        invocations++;
    }

    long startTick() {
        return startTick;
    }

    long endTick() {
        return endTick;
    }

    /** Kernel calls since the scheduler last asked. */
    long takeInvocations() {
        long calls = invocations - invocationsSeen;
        invocationsSeen = invocations;
        return calls;
    }
}
