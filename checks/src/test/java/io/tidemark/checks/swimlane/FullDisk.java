package io.tidemark.checks.swimlane;

import io.tidemark.lab.fault.ForwardingFileChannel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * A file on a disk that has room for so many bytes; the write that goes past them writes a part and
 * fails.
 */
public class FullDisk extends ForwardingFileChannel {
    private final long roomBytes;

    public FullDisk(FileChannel file, long roomBytes) {
        super(file);
        this.roomBytes = roomBytes;
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        long room = roomBytes - position();
        if (source.remaining() <= room) {
            return super.write(source);
        }
        if (room > 0) {
            super.write(source.slice(source.position(), (int) room));
        }
        throw new IOException("No space left on device");
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
        long written = 0;
        for (int i = offset; i < offset + length; i++) {
            written += write(sources[i]);
        }
        return written;
    }
}
