package io.tidemark.analysis.convert.encode;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Puts the bytes of jobs that run at the same time into one stream in job order, so that the same
 * capture always gives the same file. Any thread may write. The job whose turn it is writes
 * through; later ones are kept until their turn, and wait once {@link #MOST_KEPT} bytes are kept.
 * Jobs must be started in order.
 */
final class OrderedOutput {
    private static final long MOST_KEPT = 32L << 20;

    private final OutputStream stream;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    private final List<List<byte[]>> kept = new ArrayList<>();
    private final boolean[] ended;
    private int turn;
    private long keptBytes;
    private long written;
    private boolean failed;

    OrderedOutput(OutputStream stream, int jobs) {
        this.stream = stream;
        this.ended = new boolean[jobs];
        for (int job = 0; job < jobs; job++) {
            kept.add(null);
        }
    }

    ChunkTarget targetOf(int job) {
        return (bytes, size) -> write(job, bytes, size);
    }

    private void write(int job, byte[] bytes, int size) {
        if (size == 0) {
            return;
        }
        lock.lock();
        try {
            while (job != turn && keptBytes > MOST_KEPT && !failed) {
                moved.awaitUninterruptibly();
            }
            if (failed) {
                throw new UncheckedIOException(new IOException("the output could not be written"));
            }
            if (job == turn) {
                put(bytes, size);
            } else {
                keep(job, Arrays.copyOf(bytes, size));
            }
        } finally {
            lock.unlock();
        }
    }

    private void keep(int job, byte[] bytes) {
        if (kept.get(job) == null) {
            kept.set(job, new ArrayList<>());
        }
        kept.get(job).add(bytes);
        keptBytes += bytes.length;
    }

    /** Says that a job writes no more; hands the turn on. */
    void end(int job) {
        lock.lock();
        try {
            ended[job] = true;
            while (turn < ended.length && ended[turn]) {
                turn++;
                if (turn < ended.length) {
                    release(turn);
                }
            }
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Lets every waiting job fail, after one has failed. */
    void fail() {
        lock.lock();
        try {
            failed = true;
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    long written() {
        return written;
    }

    private void release(int job) {
        List<byte[]> chunks = kept.set(job, null);
        if (chunks != null) {
            for (byte[] chunk : chunks) {
                keptBytes -= chunk.length;
                put(chunk, chunk.length);
            }
        }
    }

    private void put(byte[] bytes, int size) {
        try {
            stream.write(bytes, 0, size);
            written += size;
        } catch (IOException failure) {
            failed = true;
            moved.signalAll();
            throw new UncheckedIOException(failure);
        }
    }
}
