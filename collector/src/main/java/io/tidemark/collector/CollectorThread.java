package io.tidemark.collector;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * The one host thread of a run. It polls all channels one after the other. Between two rounds it naps as long as the
 * incoming buffers allow: on a machine with few processors every wake-up takes time from the run. While a thread of the
 * device half stands still for it, and for a while after, it does not nap. {@link #start} and {@link #stop} are for one
 * other thread. When a spool cannot be written, it notifies the device that the host collects no more, and ends.
 * Records that are not spooled then stay in the region.
 */
public final class CollectorThread {
    private static final int SPINS = 64; // then others may go first
    private static final int ALERT_TURNS = 192; // pools that ran dry once will soon do so again
    private static final int FEW = 4; // buffers of one turn that a nap may well bring
    private static final long SHORTEST_NAP_NANOS = 10_000;
    private static final long LONGEST_NAP_NANOS = 1_000_000; // a buffer lasts several times that

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
            long napNanos = SHORTEST_NAP_NANOS;
            int calmTurns = ALERT_TURNS;
            while (!stopping) {
                int moved = pollAll();
                calmTurns = isPressed() ? 0 : calmTurns + 1;
                if (calmTurns < SPINS) {
                    Thread.onSpinWait();
                } else if (calmTurns < ALERT_TURNS) {
                    Thread.yield();
                } else {
                    calmTurns = ALERT_TURNS;
                    napNanos = nextNap(napNanos, moved);
                    LockSupport.parkNanos(napNanos);
                }
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

    private boolean isPressed() {
        boolean pressed = false;
        for (Pollable channel : work) {
            pressed |= channel.isPressed();
        }
        return pressed;
    }

    /** Twice as long when nothing came, half as long when much did. */
    static long nextNap(long napNanos, int moved) {
        if (moved == 0) {
            return Math.min(2 * napNanos, LONGEST_NAP_NANOS);
        }
        return moved <= FEW ? napNanos : Math.max(napNanos / 2, SHORTEST_NAP_NANOS);
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
     * Ends the thread when its result is no longer wanted; waits until it has let go of everything.
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
