package io.tidemark.collector;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * The one host thread of a run: polls all channels in turn and backs off while nothing moves.
 * {@link #start} and {@link #stop} are for one other thread. When a spool cannot be written, it
 * says to the device that nobody collects any more, and ends; what is not spooled then stays in the
 * region.
 */
public final class CollectorThread {
    private static final int BUSY_TURNS = 64;
    private static final int YIELDING_TURNS = 128;
    private static final long SHORTEST_PARK_NANOS = 10_000;
    private static final long LONGEST_PARK_NANOS = 1_000_000; // a buffer lasts several times that

    private final List<Pollable> work;
    private final Thread thread;
    private volatile boolean stopping;
    private volatile IOException failure;
    private volatile RuntimeException fault;

    public CollectorThread(List<? extends Pollable> work) {
        this.work = List.copyOf(work);
        thread = Thread.ofPlatform().name("tidemark-collector").daemon().unstarted(this::run);
    }

    public void start() {
        thread.start();
    }

    private void run() {
        try {
            int idle = 0;
            while (!stopping) {
                idle = pollAll() > 0 ? 0 : idle + 1;
                backOff(idle);
            }
            while (pollAll() > 0) {
                Thread.onSpinWait(); // the device is at rest: this ends when everything is spooled
            }
        } catch (IOException e) {
            failure = e;
        } catch (RuntimeException e) {
            fault = e;
        } finally {
            work.forEach(Pollable::leave);
        }
    }

    private int pollAll() throws IOException {
        int moved = 0;
        for (Pollable channel : work) {
            moved += channel.poll();
        }
        return moved;
    }

    private static void backOff(int idle) {
        if (idle == 0) {
            return;
        }
        if (idle < BUSY_TURNS) {
            Thread.onSpinWait();
        } else if (idle < YIELDING_TURNS) {
            Thread.yield();
        } else {
            int doublings = Math.min((idle - YIELDING_TURNS) / 16, 7);
            LockSupport.parkNanos(Math.min(SHORTEST_PARK_NANOS << doublings, LONGEST_PARK_NANOS));
        }
    }

    /**
     * Collects what is left and ends the thread. Call after the device half is at rest.
     *
     * @return false if it did not end in time; then nothing of the collectors may be touched
     * @throws IOException what the thread could not write
     */
    public boolean stop(long timeoutMillis) throws IOException, InterruptedException {
        stopping = true;
        LockSupport.unpark(thread);
        thread.join(timeoutMillis);
        if (thread.isAlive()) {
            return false;
        }
        if (fault != null) {
            throw fault;
        }
        if (failure != null) {
            throw failure;
        }
        return true;
    }

    /**
     * Ends the thread when nobody wants its result any more; waits until it has let go of
     * everything.
     */
    void abandon() {
        stopping = true;
        LockSupport.unpark(thread);
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
