package io.tidemark.probe.args;

import io.tidemark.abi.region.LaneTail;
import io.tidemark.memory.PayloadDigest;
import io.tidemark.memory.region.StreamPlace;
import java.lang.foreign.MemorySegment;

/**
 * The payload bytes of one lane on their way to the host: one stream without gaps that goes round
 * in the lane's part of the region. Bytes are the writer's until {@link #publish}, then the host's
 * until it releases them; nothing is written over before that. For the thread that steps the lane's
 * scheduler; it never waits, the caller asks for room first.
 */
final class PayloadArena {
    private final MemorySegment segment;
    private final long arenaAt;
    private final long sizeBytes;
    private final long tailAt;
    private long written;
    private long releasedSeen; // read again only when the arena looks full

    PayloadArena(MemorySegment segment, StreamPlace stream, int lane) {
        this.segment = segment;
        this.arenaAt = stream.arenaAt(lane);
        this.sizeBytes = stream.arenaBytes();
        this.tailAt = stream.laneTailAt(lane);
    }

    long sizeBytes() {
        return sizeBytes;
    }

    /** Bytes ever put. */
    long position() {
        return written;
    }

    boolean hasRoom(long bytes) {
        if (sizeBytes - (written - releasedSeen) >= bytes) {
            return true;
        }
        long released = LaneTail.ARENA_RELEASED.getAcquire(segment, tailAt);
        if (released >= releasedSeen && released <= written) { // else the host's word makes no sense
            releasedSeen = released;
        }
        return sizeBytes - (written - releasedSeen) >= bytes;
    }

    /** Room as last seen. */
    long room() {
        return sizeBytes - (written - releasedSeen);
    }

    /** Copies bytes behind those already there; the caller has seen the room. */
    void put(MemorySegment source, long at, long bytes) {
        assert bytes <= room() : "bytes=" + bytes + " room=" + room();
        long place = written % sizeBytes;
        long untilEnd = Math.min(bytes, sizeBytes - place);
        MemorySegment.copy(source, at, segment, arenaAt + place, untilEnd);
        MemorySegment.copy(source, at + untilEnd, segment, arenaAt, bytes - untilEnd);
        written += bytes;
    }

    /** Adds the bytes of the arena from a position on, up to the last byte put. */
    void digestFrom(long position, PayloadDigest digest) {
        long place = position % sizeBytes;
        long bytes = written - position;
        long untilEnd = Math.min(bytes, sizeBytes - place);
        digest.update(segment, arenaAt + place, untilEnd);
        if (bytes > untilEnd) {
            digest.update(segment, arenaAt, bytes - untilEnd);
        }
    }

    /** Hands all bytes put so far to the host. */
    void publish() {
        LaneTail.ARENA_WRITTEN.setRelease(segment, tailAt, written);
    }

    /** Says whether a task is deferred for lack of room; the host records such intervals. */
    void held(boolean isHeld) {
        LaneTail.ARENA_HELD.setOpaque(segment, tailAt, isHeld ? 1 : 0);
    }

    void countPayload() {
        long published = LaneTail.PAYLOADS_PUBLISHED.getOpaque(segment, tailAt);
        LaneTail.PAYLOADS_PUBLISHED.setOpaque(segment, tailAt, published + 1);
    }
}
