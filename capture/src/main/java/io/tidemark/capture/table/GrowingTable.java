package io.tidemark.capture.table;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Reads chunks of a table file that is still being written. One thread. */
public final class GrowingTable implements AutoCloseable {
    private final Path path;
    private final FileChannel file;
    private final RecordWords block = new RecordWords();
    private ByteBuffer bytes = ByteBuffer.allocateDirect(0); // as large as the largest chunk

    private GrowingTable(Path path, FileChannel file) {
        this.path = path;
        this.file = file;
    }

    public static GrowingTable open(Path path) throws IOException {
        return new GrowingTable(path, FileChannel.open(path, StandardOpenOption.READ));
    }

    /** The records of a chunk that is in the file whole, in the order they were written. */
    public void eachInWords(StoredChunk chunk, LaneRecords.WordVisitor visitor) throws IOException {
        MemorySegment records = read(chunk);
        int perRecord = chunk.recordBytes() / Long.BYTES;
        for (int done = 0; done < chunk.records(); ) {
            long from = (long) done * chunk.recordBytes();
            int count = block.fill(records, from, chunk.records() - done, chunk.recordBytes());
            for (int i = 0; i < count; i++) {
                visitor.record(block.words(), i * perRecord);
            }
            done += count;
        }
    }

    private MemorySegment read(StoredChunk chunk) throws IOException {
        int size = Math.toIntExact(chunk.sizeBytes());
        if (bytes.capacity() < size) {
            bytes = ByteBuffer.allocateDirect(size);
        }
        bytes.clear().limit(size);
        while (bytes.hasRemaining()) {
            if (file.read(bytes, chunk.recordsAt() + bytes.position()) < 0) {
                throw new EOFException(path + " ends inside a chunk that it should have");
            }
        }
        return MemorySegment.ofBuffer(bytes.flip());
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
