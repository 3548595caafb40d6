package io.tidemark.collector.spool;

import io.tidemark.abi.spool.FreezeRecord;

/** One stretch in which lanes of a channel stood still for the host. Immutable. */
public record FreezeSpan(long beginTick, long endTick, int gates) {
    /** The cause of the freeze, in a few words. */
    public String cause() {
        return switch (gates) {
            case FreezeRecord.READY_GATE -> "ready queue full";
            case FreezeRecord.FREE_GATE -> "free queue empty";
            case FreezeRecord.ARENA_GATE -> "payload arena full";
            default -> "ready queue full, free queue empty";
        };
    }
}
