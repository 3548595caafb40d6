package io.tidemark.collector;

import io.tidemark.abi.region.LaneTail;
import io.tidemark.abi.spool.FreezeRecord;
import io.tidemark.collector.spool.FreezeSpan;
import io.tidemark.collector.spool.PayloadSpool;
import io.tidemark.memory.Transport;
import io.tidemark.memory.region.StreamPlace;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Host half of the payload arenas of one stream: writes what each lane has published to the lane's
 * file, and only then lets the device write over it. One thread at a time. It needs no records:
 * where payloads begin and end is the exporter's business.
 */
final class ArenaCollector implements Pollable, Closeable {
    private static final long MOST_BYTES_PER_TURN = 4L << 20; // how long one lane keeps the others
    private static final int COPY_ATTEMPTS = 16;
    private static final long NOT_HELD = Long.MIN_VALUE;

    private final Transport transport;
    private final StreamPlace stream;
    private final List<PayloadSpool> lanes;
    private final long[] released;
    private final long[] heldSinceTick;
    private final HoldJournal journal; // null when no lane can be held any more
    private final LongSupplier tickClock;
    private final long[] damagedAt;
    private long damagedPositions;
    private boolean pressed;

    /** Keeps the stretches in which a thread stood still for room. */
    @FunctionalInterface
    interface HoldJournal {
        void append(FreezeSpan span) throws IOException;
    }

    /**
     * @param lanes one file per lane, as far as it is written
     */
    ArenaCollector(
            Transport transport,
            StreamPlace stream,
            List<PayloadSpool> lanes,
            HoldJournal journal,
            LongSupplier tickClock) {
        this.transport = transport;
        this.stream = stream;
        this.lanes = List.copyOf(lanes);
        this.journal = journal;
        this.tickClock = tickClock;
        released = new long[lanes.size()];
        heldSinceTick = new long[lanes.size()];
        damagedAt = new long[lanes.size()];
        Arrays.fill(heldSinceTick, NOT_HELD);
    }

    @Override
    public int poll() throws IOException {
        int moved = 0;
        pressed = false;
        for (int lane = 0; lane < lanes.size(); lane++) {
            moved += drain(lane) ? 1 : 0;
        }
        return moved;
    }

    private boolean drain(int lane) throws IOException {
        long written = written(lane);
        PayloadSpool spool = lanes.get(lane);
        long drained = spool.sizeBytes();
        long waiting = written - drained;
        if (waiting < 0 || waiting > stream.arenaBytes()) {
            if (written != damagedAt[lane]) { // it stays until the device writes again
                damagedAt[lane] = written;
                damagedPositions++;
            }
            return false;
        }
        noteHold(lane, waiting);
        pressed |= waiting >= stream.arenaBytes() / 2;
        if (waiting > 0) {
            long place = drained % stream.arenaBytes();
            long untilEnd = stream.arenaBytes() - place;
            long bytes = Math.min(Math.min(waiting, untilEnd), MOST_BYTES_PER_TURN);
            long at = stream.arenaAt(lane) + place;
            if (!transport.refresh(at, bytes)) {
                return false;
            }
            spool.append(transport.view(), at, bytes);
        }
        release(lane, spool.sizeBytes());
        return waiting > 0;
    }

    /**
     * Only a drain here ends a wait, so looking before each drain misses no wait that lasts.
     */
    private void noteHold(int lane, long waiting) throws IOException {
        boolean wasHeld = heldSinceTick[lane] != NOT_HELD;
        boolean mayBeHeld = waiting >= stream.arenaBytes() / 2;
        if (journal == null || !wasHeld && !mayBeHeld) {
            return;
        }
        long at = stream.laneTailAt(lane);
        if (!transport.refresh(at + LaneTail.ARENA_HELD.offset(), Long.BYTES)) {
            return;
        }
        boolean isHeld = LaneTail.ARENA_HELD.getAcquire(transport.view(), at) != 0;
        if (isHeld && !wasHeld) {
            heldSinceTick[lane] = tickClock.getAsLong();
        } else if (!isHeld && wasHeld) {
            endHold(lane);
        }
    }

    private void endHold(int lane) throws IOException {
        long begin = heldSinceTick[lane];
        heldSinceTick[lane] = NOT_HELD;
        journal.append(new FreezeSpan(begin, tickClock.getAsLong(), FreezeRecord.ARENA_GATE));
    }

    /** What the device has published, as far as that could be read now. */
    private long written(int lane) {
        long at = stream.laneTailAt(lane);
        if (!transport.refresh(at + LaneTail.ARENA_WRITTEN.offset(), Long.BYTES)) {
            return lanes.get(lane).sizeBytes();
        }
        return LaneTail.ARENA_WRITTEN.getAcquire(transport.view(), at);
    }

    /** A word that could not be sent goes with the next turn. */
    private void release(int lane, long position) {
        if (released[lane] == position) {
            return;
        }
        MemorySegment view = transport.view();
        long at = stream.laneTailAt(lane);
        LaneTail.ARENA_RELEASED.setRelease(view, at, position);
        if (transport.flush(at + LaneTail.ARENA_RELEASED.offset(), Long.BYTES)) {
            released[lane] = position;
        }
    }

    /** Takes everything that is left; after the device half is at rest or dead. */
    void drainAll() throws IOException {
        for (int lane = 0; lane < lanes.size(); lane++) {
            int failures = 0;
            while (failures < COPY_ATTEMPTS) {
                failures = drain(lane) ? 0 : failures + 1;
            }
            if (heldSinceTick[lane] != NOT_HELD) {
                endHold(lane);
            }
        }
    }

    /** Takes over from a dead host; bytes that are neither on disk nor in the arena are skipped. */
    void resume() {
        for (int lane = 0; lane < lanes.size(); lane++) {
            lanes.get(lane).skipTo(written(lane) - stream.arenaBytes());
        }
    }

    List<PayloadSpool> lanes() {
        return lanes;
    }

    /** Publish words that no writer can have reached. */
    long damagedPositions() {
        return damagedPositions;
    }

    @Override
    public boolean isPressed() {
        return pressed;
    }

    @Override
    public void leave() {} // the channel's collector notifies the device

    @Override
    public void close() throws IOException {
        for (PayloadSpool lane : lanes) {
            lane.close();
        }
    }
}
