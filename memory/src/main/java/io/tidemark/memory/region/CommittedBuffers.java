package io.tidemark.memory.region;

import io.tidemark.abi.layout.I64;
import io.tidemark.abi.region.ActiveHead;
import io.tidemark.abi.region.BufferHeader;
import io.tidemark.abi.region.FreeQueue;
import io.tidemark.abi.region.LaneTail;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Finds what a stream's buffers hold that the host has not spooled: by the buffers' own headers and
 * the lanes' publish words alone, whatever the queues say. For a stream whose producers are at rest
 * or dead; one thread.
 */
public final class CommittedBuffers {
    private static final I64 WORD = new I64(0);

    private final MemorySegment region;
    private final StreamPlace stream;
    private final List<CommittedBuffer> found = new ArrayList<>();
    private long damagedBuffers;
    private long strayBuffers;

    private CommittedBuffers(MemorySegment region, StreamPlace stream) {
        this.region = region;
        this.stream = stream;
    }

    /** Looks at every buffer of the stream. */
    public static CommittedBuffers scan(MemorySegment region, StreamPlace stream) {
        CommittedBuffers buffers = new CommittedBuffers(region, stream);
        List<CommittedBuffer> claimed = buffers.claimed();
        buffers.keepUnspooled(claimed);
        return buffers;
    }

    /** In order of lane and sequence; buffers without a single whole record are left out. */
    public List<CommittedBuffer> unspooled() {
        return List.copyOf(found);
    }

    /**
     * Headers that contradict the directory, the capacity or another buffer; their records were not
     * taken.
     */
    public long damagedBuffers() {
        return damagedBuffers;
    }

    /** Buffers that their lane, by its own words, cannot have begun: these words were lost. */
    public long strayBuffers() {
        return strayBuffers;
    }

    private List<CommittedBuffer> claimed() {
        List<CommittedBuffer> claimed = new ArrayList<>();
        for (int index = 0; index < stream.buffers(); index++) {
            long at = stream.bufferAt(index);
            long sequence = BufferHeader.SEQUENCE.getAcquire(region, at);
            if (sequence == 0) {
                continue;
            }
            long lane = BufferHeader.LANE.get(region, at);
            long sealed = BufferHeader.SEALED_RECORDS.getAcquire(region, at);
            long first = BufferHeader.FIRST_POSITION.get(region, at);
            boolean sane = stream.hasLane(lane)
                    && BufferHeader.KIND.get(region, at) == stream.kind()
                    && (sealed == BufferHeader.OPEN || sealed <= stream.recordsPerBuffer())
                    && first >= 0;
            if (!sane) {
                damagedBuffers++;
                continue;
            }
            if (!isBegun((int) lane, sequence, at)) {
                strayBuffers++;
            }
            int records = sealed == BufferHeader.OPEN ? -1 : (int) sealed;
            claimed.add(new CommittedBuffer((int) lane, sequence, at, records, first));
        }
        claimed.sort(Comparator.comparingInt(CommittedBuffer::lane).thenComparingLong(CommittedBuffer::sequence));
        return claimed;
    }

    /**
     * Whether the lane's own words can be of a lane with this buffer. They cannot where the page of these words was
     * lost: a lane was offered its buffers, and has at most one that it has not begun.
     */
    private boolean isBegun(int lane, long sequence, long bufferAt) {
        long current = ActiveHead.CURRENT_SEQUENCE.getAcquire(region, stream.activeHeadAt(lane));
        boolean isUntouched = current != 0 || WORD.get(region, StreamPlace.recordsAt(bufferAt)) == 0;
        return FreeQueue.TAIL.getAcquire(region, stream.freeQueueAt(lane)) != 0
                && sequence <= current + 1
                && isUntouched;
    }

    private void keepUnspooled(List<CommittedBuffer> claimed) {
        for (int i = 0; i < claimed.size(); i++) {
            CommittedBuffer buffer = claimed.get(i);
            CommittedBuffer next = i + 1 < claimed.size() ? claimed.get(i + 1) : null;
            boolean sameLane = next != null && next.lane() == buffer.lane();
            if (sameLane && next.sequence() == buffer.sequence()) {
                damagedBuffers++;
                continue;
            }
            long tailAt = stream.laneTailAt(buffer.lane());
            if (buffer.sequence() < LaneTail.SPOOLED_BELOW.getAcquire(region, tailAt)) {
                continue;
            }
            boolean followed = sameLane && next.sequence() == buffer.sequence() + 1;
            int records = records(buffer, followed ? next.firstPosition() : Long.MAX_VALUE);
            if (records > 0) {
                found.add(new CommittedBuffer(
                        buffer.lane(), buffer.sequence(), buffer.bufferAt(), records, buffer.firstPosition()));
            }
        }
    }

    /** An open buffer ends at the publish word, or where the lane's next buffer begins. */
    private int records(CommittedBuffer buffer, long nextFirstPosition) {
        long headAt = stream.activeHeadAt(buffer.lane());
        long committed = ActiveHead.COMMITTED.getAcquire(region, headAt);
        long end = Math.min(committed, nextFirstPosition);
        long written = Math.clamp(end - buffer.firstPosition(), 0, stream.recordsPerBuffer());
        return (int) (buffer.records() < 0 ? written : Math.min(buffer.records(), written));
    }

    /**
     * Records of one buffer that are whole. Immutable; the records start at {@code
     * StreamPlace.recordsAt(bufferAt)}.
     *
     * @param firstPosition lane position of the first of them
     */
    public record CommittedBuffer(int lane, long sequence, long bufferAt, int records, long firstPosition) {}
}
