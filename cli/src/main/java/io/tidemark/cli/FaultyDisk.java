package io.tidemark.cli;

import io.tidemark.collector.spool.ForwardingFileChannel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** A file to which something happens before each write; for the self test. */
final class FaultyDisk extends ForwardingFileChannel {
    /** What happens. */
    @FunctionalInterface
    interface BeforeWrite {
        void run() throws IOException;
    }

    private final BeforeWrite fault;

    FaultyDisk(FileChannel file, BeforeWrite fault) {
        super(file);
        this.fault = fault;
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        fault.run();
        return super.write(source);
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
        fault.run();
        return super.write(sources, offset, length);
    }

    @Override
    public int write(ByteBuffer source, long position) throws IOException {
        fault.run();
        return super.write(source, position);
    }
}
