package io.tidemark.lab.fault;

import io.tidemark.collector.CollectorPlan;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;

/** Faults of the host half: each changes the plan of a collector before it starts. */
public final class HostFaults {
    private HostFaults() {}

    /** Every write to a spool takes that long. */
    public static UnaryOperator<CollectorPlan> slowWrites(long millis) {
        return disk(at -> LockSupport.parkNanos(millis * 1_000_000L));
    }

    /**
     * The collector's thread dies at the n-th write of records. The heads of files do not count:
     * they are written before the run begins.
     */
    public static UnaryOperator<CollectorPlan> deathAtWrite(int number) {
        AtomicInteger writes = new AtomicInteger();
        return disk(at -> {
            if (at > 0 && writes.incrementAndGet() >= number) {
                throw new IOException("the collector was killed");
            }
        });
    }

    private static UnaryOperator<CollectorPlan> disk(FaultyDisk.BeforeWrite before) {
        return plan -> plan.withFaults(
                copy -> false,
                file -> new FaultyDisk(
                        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), before));
    }

    /**
     * Copies between host and device fail, from a certain copy on and for a fixed time. The
     * collector's threads ask; any thread ends it.
     */
    public static final class Outage implements UnaryOperator<CollectorPlan> {
        private final long fromCopy;
        private final long nanos;
        private final AtomicLong until = new AtomicLong();

        public Outage(long fromCopy, long millis) {
            this.fromCopy = fromCopy;
            this.nanos = millis * 1_000_000L;
        }

        @Override
        public CollectorPlan apply(CollectorPlan plan) {
            return plan.withFaults(this::isLost, plan.spoolOpener());
        }

        /** Ends it now, if it did not end before. */
        public void end() {
            until.set(System.nanoTime());
        }

        private boolean isLost(long copy) {
            if (copy >= fromCopy) {
                until.compareAndSet(0, System.nanoTime() + nanos);
            }
            return until.get() != 0 && System.nanoTime() - until.get() < 0;
        }
    }
}
