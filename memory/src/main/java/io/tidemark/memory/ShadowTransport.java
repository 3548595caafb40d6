package io.tidemark.memory;

import io.tidemark.abi.layout.I32;
import io.tidemark.abi.layout.I64;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongPredicate;

/**
 * The host has a separate copy and moves narrow ranges. Only host-owned ranges go to the device:
 * anything else would roll back what the device has written meanwhile, so it is refused and
 * counted. Any host thread, each on its own words; {@link #close} gives the copy back after the
 * last of them.
 */
public final class ShadowTransport implements Transport, AutoCloseable {
    public static final String OWNER = "shadow";

    private static final I64 LONG = new I64(0);
    private static final I32 INT = new I32(0);

    private final OwnedArena arena = OffHeap.shared(OWNER);
    private final MemorySegment device;
    private final MemorySegment shadow;
    private final Cells cells;
    private final HostOwned hostOwned;
    private final LongPredicate copyFails;
    private final AtomicLong copies = new AtomicLong();
    private final AtomicLong failedCopies = new AtomicLong();
    private final AtomicLong refusedWrites = new AtomicLong();

    /**
     * @param directory where the copy's pages live while it is open; no file stays there
     * @param copyFails given the number of each copy, from 1 on, says whether that copy fails
     */
    public ShadowTransport(MemorySegment device, HostOwned hostOwned, Path directory, LongPredicate copyFails)
            throws IOException {
        this.device = device;
        this.hostOwned = hostOwned;
        this.copyFails = copyFails;
        try {
            shadow = arena.mapAnonymous(directory, device.byteSize());
        } catch (IOException | RuntimeException e) {
            arena.close();
            throw e;
        }
        cells = new SegmentCells(shadow);
    }

    @Override
    public MemorySegment view() {
        return shadow;
    }

    @Override
    public Cells cells() {
        return cells;
    }

    @Override
    public boolean refresh(long at, long sizeBytes) {
        if (failsNow()) {
            return false;
        }
        copy(device, shadow, at, sizeBytes);
        return true;
    }

    @Override
    public boolean flush(long at, long sizeBytes) {
        if (!hostOwned.covers(at, sizeBytes)) {
            refusedWrites.incrementAndGet();
            return false;
        }
        if (failsNow()) {
            return false;
        }
        copy(shadow, device, at, sizeBytes);
        return true;
    }

    /** How many copies were tried. */
    public long copies() {
        return copies.get();
    }

    public long failedCopies() {
        return failedCopies.get();
    }

    /**
     * How many writes lay outside what the host owns; anything but zero is a bug of the host half.
     */
    public long refusedWrites() {
        return refusedWrites.get();
    }

    @Override
    public void close() {
        arena.close();
    }

    private boolean failsNow() {
        boolean fails = copyFails.test(copies.incrementAndGet());
        if (fails) {
            failedCopies.incrementAndGet();
        }
        return fails;
    }

    /**
     * A word arrives whole and orders what follows it; a longer range is ordered by the words
     * around it.
     */
    private static void copy(MemorySegment from, MemorySegment to, long at, long sizeBytes) {
        if (sizeBytes == Long.BYTES && at % Long.BYTES == 0) {
            LONG.setRelease(to, at, LONG.getAcquire(from, at));
        } else if (sizeBytes == Integer.BYTES && at % Integer.BYTES == 0) {
            INT.setRelease(to, at, INT.getAcquire(from, at));
        } else {
            VarHandle.releaseFence();
            MemorySegment.copy(from, at, to, at, sizeBytes);
            VarHandle.acquireFence();
        }
    }
}
