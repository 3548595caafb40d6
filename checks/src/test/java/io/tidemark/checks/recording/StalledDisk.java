package io.tidemark.checks.recording;

import io.tidemark.checks.swimlane.FullDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;

/** A disk whose writes stand still from the moment a test names until it lets them go. */
final class StalledDisk extends FullDisk {
    private final BooleanSupplier stalls;
    private final CountDownLatch release;

    StalledDisk(FileChannel file, BooleanSupplier stalls, CountDownLatch release) {
        super(file, Long.MAX_VALUE);
        this.stalls = stalls;
        this.release = release;
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        if (stalls.getAsBoolean()) {
            try {
                release.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
        return super.write(source);
    }
}
