package io.tidemark.lab.fault;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** A file that runs a fault before each write. The thread that writes runs it. */
public final class FaultyDisk extends ForwardingFileChannel {
    /** The fault: it may wait, or throw what the write then throws. */
    @FunctionalInterface
    public interface BeforeWrite {
        /**
         * @param at where in the file the bytes will be; 0 for its head
         */
        void run(long at) throws IOException;
    }

    private final BeforeWrite fault;

    public FaultyDisk(FileChannel file, BeforeWrite fault) {
        super(file);
        this.fault = fault;
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        fault.run(position());
        return super.write(source);
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
        fault.run(position());
        return super.write(sources, offset, length);
    }

    @Override
    public int write(ByteBuffer source, long position) throws IOException {
        fault.run(position);
        return super.write(source, position);
    }
}
