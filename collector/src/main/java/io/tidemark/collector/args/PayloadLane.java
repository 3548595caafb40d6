package io.tidemark.collector.args;

import io.tidemark.abi.args.ArgumentRecord;
import io.tidemark.abi.args.TestPattern;
import io.tidemark.collector.spool.PayloadSpool;
import io.tidemark.memory.OwnedArena;
import io.tidemark.memory.PayloadDigest;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;

/**
 * The payload bytes of one lane as they are on disk. They are checked against the records that name them: each payload
 * comes after the one before it, is inside the file, and has the digest that was taken at its source. One thread; the
 * arena it is mapped in belongs to the caller.
 */
final class PayloadLane {
    private final int lane;
    private final MemorySegment bytes;
    private final long sizeBytes;
    private final PayloadDigest digest = new PayloadDigest();
    private long takenBelow;

    private PayloadLane(int lane, MemorySegment bytes) {
        this.lane = lane;
        this.bytes = bytes;
        this.sizeBytes = bytes.byteSize();
    }

    static PayloadLane open(int lane, PayloadSpool spool, OwnedArena arena) throws IOException {
        if (spool.sizeBytes() == 0) {
            return new PayloadLane(lane, MemorySegment.NULL);
        }
        try (FileChannel file = FileChannel.open(spool.path(), StandardOpenOption.READ)) {
            return new PayloadLane(lane, arena.map(file, FileChannel.MapMode.READ_ONLY, file.size()));
        }
    }

    /** Takes the bytes that a record names; false if they are not there. */
    boolean take(MemorySegment records, long at) {
        long from = ArgumentRecord.PAYLOAD_AT.get(records, at);
        long size = ArgumentRecord.PAYLOAD_BYTES.get(records, at);
        if (size < 0 || from < takenBelow || from > sizeBytes || size > sizeBytes - from) {
            return false;
        }
        takenBelow = from + size;
        return true;
    }

    /** True if the bytes that a record names have its digest; only after {@link #take}. */
    boolean isGenuine(MemorySegment records, long at) {
        long from = ArgumentRecord.PAYLOAD_AT.get(records, at);
        long size = ArgumentRecord.PAYLOAD_BYTES.get(records, at);
        return digest.reset().update(bytes, from, size).value() == ArgumentRecord.DIGEST.get(records, at);
    }

    /** True if the lane's test pattern came through; only after {@link #take}. */
    boolean isTestPattern(MemorySegment records, long at) {
        long from = ArgumentRecord.PAYLOAD_AT.get(records, at);
        boolean same =
                ArgumentRecord.PAYLOAD_BYTES.get(records, at) == TestPattern.SIZE_BYTES && isGenuine(records, at);
        for (int i = 0; same && i < TestPattern.SIZE_BYTES; i++) {
            same = bytes.get(ValueLayout.JAVA_BYTE, from + i) == TestPattern.at(lane, i);
        }
        return same;
    }
}
