package io.tidemark.collector.spool;

import io.tidemark.abi.Channel;
import io.tidemark.abi.spool.FreezeRecord;
import io.tidemark.abi.spool.SpoolChunk;
import io.tidemark.memory.OffHeap;
import io.tidemark.memory.OwnedArena;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Rebuilds the index of a spool file from its bytes. Immutable. It stops at the first piece that is
 * not whole: that one was being written when the host died.
 *
 * @param wholeBytes up to here the file holds whole pieces
 * @param cutBytes what follows them
 * @param repeatedPieces pieces whose lane and sequence came before; the first one counts
 */
public record SpoolScan(SpoolIndex index, long wholeBytes, long cutBytes, long repeatedPieces) {
    private static final int HEADER_BYTES = SpoolChunk.LAYOUT.sizeBytes();

    public static SpoolScan of(Channel channel, Path path) throws IOException {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ);
                OwnedArena arena = OffHeap.confined(SpoolReader.OWNER)) {
            long size = file.size();
            if (size == 0) {
                return new SpoolScan(new SpoolIndex(), 0, 0, 0);
            }
            return scan(channel, arena.map(file, FileChannel.MapMode.READ_ONLY, size));
        }
    }

    private static SpoolScan scan(Channel channel, MemorySegment bytes) {
        SpoolIndex index = new SpoolIndex();
        long at = 0;
        long repeated = 0;
        while (isWhole(channel, bytes, at)) {
            long recordsAt = at + HEADER_BYTES;
            int kind = SpoolChunk.KIND.get(bytes, at);
            SpoolPiece piece =
                    new SpoolPiece(
                            kind,
                            (int) SpoolChunk.LANE.get(bytes, at),
                            SpoolChunk.SEQUENCE.get(bytes, at),
                            (int) SpoolChunk.RECORDS.get(bytes, at),
                            (int) SpoolChunk.RECORD_BYTES.get(bytes, at),
                            SpoolChunk.DROPPED_BEFORE.get(bytes, at),
                            SpoolChunk.FIRST_POSITION.get(bytes, at),
                            SpoolChunk.ORIGIN.get(bytes, at) == SpoolChunk.RECOVERED,
                            recordsAt);
            if (kind == SpoolChunk.FREEZE_KIND) {
                index.add(freeze(bytes, recordsAt));
            } else if (!index.add(piece)) {
                repeated++;
            }
            at = recordsAt + piece.sizeBytes();
        }
        return new SpoolScan(index, at, bytes.byteSize() - at, repeated);
    }

    private static boolean isWhole(Channel channel, MemorySegment bytes, long at) {
        if (at + HEADER_BYTES > bytes.byteSize()
                || SpoolChunk.MAGIC_WORD.get(bytes, at) != SpoolChunk.MAGIC
                || SpoolChunk.CHANNEL.get(bytes, at) != channel.code()) {
            return false;
        }
        long records = SpoolChunk.RECORDS.get(bytes, at);
        long recordBytes = SpoolChunk.RECORD_BYTES.get(bytes, at);
        long room = bytes.byteSize() - at - HEADER_BYTES;
        return recordBytes > 0 && records <= room / recordBytes && records <= Integer.MAX_VALUE;
    }

    private static FreezeSpan freeze(MemorySegment bytes, long at) {
        return new FreezeSpan(
                FreezeRecord.BEGIN_TICK.get(bytes, at),
                FreezeRecord.END_TICK.get(bytes, at),
                (int) FreezeRecord.GATES.get(bytes, at));
    }
}
