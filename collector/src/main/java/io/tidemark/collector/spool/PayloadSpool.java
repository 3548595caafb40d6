package io.tidemark.collector.spool;

import io.tidemark.capture.file.WriteFailure;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The payload bytes of one lane on disk: byte for byte what its arena ever held, so a position in
 * the one is a position in the other. One thread at a time. The file comes into being with its
 * first byte; when a write fails it is cut back to what was whole, and the failure goes up.
 */
public final class PayloadSpool implements Closeable {
    private final Path path;
    private final SpoolWriter.Opener opener;
    private FileChannel file; // null until there is something to write
    private long sizeBytes;

    private PayloadSpool(Path path, SpoolWriter.Opener opener) {
        this.path = path;
        this.opener = opener;
    }

    public static PayloadSpool create(Path path, SpoolWriter.Opener opener) {
        return new PayloadSpool(path, opener);
    }

    /** Continues where another process stopped. */
    public static PayloadSpool resume(Path path) throws IOException {
        PayloadSpool spool = new PayloadSpool(
                path, file -> FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE));
        if (Files.exists(path)) {
            spool.sizeBytes = Files.size(path);
        }
        return spool;
    }

    public Path path() {
        return path;
    }

    /** How far the lane's bytes are on disk. */
    public long sizeBytes() {
        return sizeBytes;
    }

    /** Leaves a hole of zeros up to a position whose bytes are lost. */
    public void skipTo(long position) {
        sizeBytes = Math.max(sizeBytes, position);
    }

    public void append(MemorySegment source, long at, long bytes) throws IOException {
        if (file == null) {
            file = opener.open(path);
        }
        file.position(sizeBytes);
        ByteBuffer buffer = source.asSlice(at, bytes).asByteBuffer();
        try {
            while (buffer.hasRemaining()) {
                file.write(buffer);
            }
        } catch (IOException e) {
            IOException named = WriteFailure.of(path, path, e);
            cutBack(e);
            throw named;
        }
        sizeBytes += bytes;
    }

    private void cutBack(IOException cause) {
        try {
            file.truncate(sizeBytes);
        } catch (IOException e) {
            cause.addSuppressed(e); // a process that resumes trusts the file's length
        }
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }
}
