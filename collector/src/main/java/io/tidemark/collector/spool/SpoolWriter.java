package io.tidemark.collector.spool;

import io.tidemark.abi.Channel;
import io.tidemark.abi.spool.FreezeRecord;
import io.tidemark.abi.spool.SpoolChunk;
import io.tidemark.capture.file.WriteFailure;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Appends pieces to one channel's spool file and keeps the index of what is in it. One thread at a
 * time. A piece is in the file whole or not at all: when a write fails, the file is cut back to the
 * last whole piece and the failure goes up; the buffer concerned is still in the region then.
 */
public final class SpoolWriter implements AutoCloseable {
    private static final int HEADER_BYTES = SpoolChunk.LAYOUT.sizeBytes();

    /** How a spool file is opened; tests put a full disk in here. */
    @FunctionalInterface
    public interface Opener {
        FileChannel open(Path file) throws IOException;
    }

    private final Channel channel;
    private final Path path;
    private final FileChannel file;
    private final SpoolIndex index;
    private final ByteBuffer header = ByteBuffer.allocateDirect(HEADER_BYTES);
    private final MemorySegment headerSegment = MemorySegment.ofBuffer(header);
    private long sizeBytes;

    private SpoolWriter(Channel channel, Path path, FileChannel file, SpoolIndex index, long size) {
        this.channel = channel;
        this.path = path;
        this.file = file;
        this.index = index;
        sizeBytes = size;
    }

    /** Starts a spool; refuses a file that exists, because it belongs to another run. */
    public static SpoolWriter create(Channel channel, Path path) throws IOException {
        return create(
                channel,
                path,
                file ->
                        FileChannel.open(
                                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
    }

    public static SpoolWriter create(Channel channel, Path path, Opener opener) throws IOException {
        return new SpoolWriter(channel, path, opener.open(path), new SpoolIndex(), 0);
    }

    /** Continues a spool that another process began: what it cut off in the middle is removed. */
    public static SpoolWriter resume(Channel channel, Path path) throws IOException {
        SpoolScan scan = SpoolScan.of(channel, path);
        FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE);
        try {
            file.truncate(scan.wholeBytes());
            file.position(scan.wholeBytes());
        } catch (IOException e) {
            file.close();
            throw e;
        }
        return new SpoolWriter(channel, path, file, scan.index(), scan.wholeBytes());
    }

    public Path path() {
        return path;
    }

    public SpoolIndex index() {
        return index;
    }

    public long sizeBytes() {
        return sizeBytes;
    }

    /** Appends the records of one buffer; {@code source} holds them from {@code at} on. */
    public void append(
            int kind,
            int lane,
            long sequence,
            int records,
            int recordBytes,
            long droppedBefore,
            long firstPosition,
            boolean recovered,
            MemorySegment source,
            long at)
            throws IOException {
        SpoolPiece piece =
                new SpoolPiece(
                        kind,
                        lane,
                        sequence,
                        records,
                        recordBytes,
                        droppedBefore,
                        firstPosition,
                        recovered,
                        sizeBytes + HEADER_BYTES);
        if (index.contains(kind, lane, sequence)) {
            throw new IllegalArgumentException(
                    "kind=" + kind + " lane=" + lane + " sequence=" + sequence + " comes twice");
        }
        write(piece, source.asSlice(at, piece.sizeBytes()).asByteBuffer());
        index.add(piece);
    }

    public void append(FreezeSpan freeze) throws IOException {
        MemorySegment record = MemorySegment.ofArray(new byte[FreezeRecord.LAYOUT.sizeBytes()]);
        FreezeRecord.BEGIN_TICK.set(record, 0, freeze.beginTick());
        FreezeRecord.END_TICK.set(record, 0, freeze.endTick());
        FreezeRecord.GATES.set(record, 0, freeze.gates());
        int size = FreezeRecord.LAYOUT.sizeBytes();
        write(
                new SpoolPiece(SpoolChunk.FREEZE_KIND, 0, 0, 1, size, 0, 0, false, 0),
                record.asByteBuffer());
        index.add(freeze);
    }

    private void write(SpoolPiece piece, ByteBuffer records) throws IOException {
        SpoolChunk.MAGIC_WORD.set(headerSegment, 0, SpoolChunk.MAGIC);
        SpoolChunk.CHANNEL.set(headerSegment, 0, channel.code());
        SpoolChunk.KIND.set(headerSegment, 0, piece.kind());
        SpoolChunk.LANE.set(headerSegment, 0, piece.lane());
        SpoolChunk.SEQUENCE.set(headerSegment, 0, piece.sequence());
        SpoolChunk.RECORDS.set(headerSegment, 0, piece.records());
        SpoolChunk.RECORD_BYTES.set(headerSegment, 0, piece.recordBytes());
        SpoolChunk.DROPPED_BEFORE.set(headerSegment, 0, piece.droppedBefore());
        SpoolChunk.FIRST_POSITION.set(headerSegment, 0, piece.firstPosition());
        SpoolChunk.ORIGIN.set(
                headerSegment, 0, piece.recovered() ? SpoolChunk.RECOVERED : SpoolChunk.DELIVERED);
        header.clear();
        ByteBuffer[] parts = {header, records};
        long size = HEADER_BYTES + records.remaining();
        try {
            while (records.hasRemaining() || header.hasRemaining()) {
                file.write(parts);
            }
        } catch (IOException e) {
            IOException named = WriteFailure.of(path, path, e);
            cutBack(e);
            throw named;
        }
        sizeBytes += size;
    }

    private void cutBack(IOException cause) {
        try {
            file.truncate(sizeBytes);
            file.position(sizeBytes);
        } catch (IOException e) {
            cause.addSuppressed(e); // a reader ignores the part that is cut off
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
