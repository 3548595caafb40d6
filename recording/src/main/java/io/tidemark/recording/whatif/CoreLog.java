package io.tidemark.recording.whatif;

import io.tidemark.chip.CoreProbe;

/**
 * Keeps the first start and the last end of kernels on any core, as stamps would have told them.
 * For the thread that has the turn.
 */
final class CoreLog implements CoreProbe {
    private final boolean commitsFirst;
    private long firstTick = Long.MAX_VALUE;
    private long lastTick = Long.MIN_VALUE;

    /**
     * @param commitsFirst as the recorder of the runtime does, whose record costs time
     */
    CoreLog(boolean commitsFirst) {
        this.commitsFirst = commitsFirst;
    }

    @Override
    public boolean commitsBeforeFinish() {
        return commitsFirst;
    }

    @Override
    public boolean tryReserve(int token, long taskId) {
        return true;
    }

    @Override
    public void commit(int token, long taskId, int functionId, long receiveTick, long startTick, long endTick) {
        firstTick = Math.min(firstTick, startTick);
        lastTick = Math.max(lastTick, endTick);
    }

    long ticks() {
        return Math.max(0, lastTick - firstTick);
    }
}
