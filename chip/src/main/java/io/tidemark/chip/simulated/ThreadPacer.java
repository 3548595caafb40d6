package io.tidemark.chip.simulated;

import io.tidemark.chip.Pacer;
import java.util.concurrent.locks.LockSupport;

/**
 * Waiting and waking between real threads: spin a little, then sleep for a bounded time. A wake
 * that comes too early is lost at the cost of that time.
 */
final class ThreadPacer implements Pacer {
    private static final int SPINS_BEFORE_PARK = 128;
    private static final long PARK_NANOS = 100_000;

    private final CarrierPool pool;
    private Thread companion;
    private volatile boolean companionParked;

    ThreadPacer(CarrierPool pool) {
        this.pool = pool;
    }

    void companion(Thread thread) {
        companion = thread;
    }

    @Override
    public void pause(int attempt) {
        if (attempt < SPINS_BEFORE_PARK) {
            Thread.onSpinWait();
            return;
        }
        companionParked = true;
        LockSupport.parkNanos(this, PARK_NANOS);
        companionParked = false;
    }

    @Override
    public void yieldPoint() {}

    @Override
    public void wakeLanes() {
        if (!pool.isAnyoneAwake()) {
            pool.wakeOne();
        }
    }

    @Override
    public void wakeCompanion() {
        if (companionParked) {
            companionParked = false;
            LockSupport.unpark(companion);
        }
    }

    @Override
    public void disturbKernels() {
        pool.interruptKernels();
    }
}
