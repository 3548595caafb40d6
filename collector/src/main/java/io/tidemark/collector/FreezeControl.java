package io.tidemark.collector;

import io.tidemark.abi.layout.U32;
import io.tidemark.abi.region.BackPressure;
import io.tidemark.abi.spool.FreezeRecord;
import io.tidemark.collector.spool.FreezeSpan;
import io.tidemark.memory.Transport;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The host's gates of one channel. Collector thread only. It closes a gate when a lane asks, and
 * clears the lane's word only after that, so a waiting lane sees one of the two set until both
 * gates open together. A copy that fails leaves things as they were, to be tried again in the next
 * turn.
 */
final class FreezeControl {
    private static final long SET = 1;
    private static final long CLEAR = 0;
    private static final int ATTEMPTS = 3; // copies that fail in a rhythm must not fail us each time

    private final Transport transport;
    private final long at;
    private final LongSupplier tickClock;
    private boolean ready;
    private boolean free;
    private long beginTick;

    FreezeControl(Transport transport, long backPressureAt, LongSupplier tickClock) {
        this.transport = transport;
        this.at = backPressureAt;
        this.tickClock = tickClock;
    }

    /** Closes the gates that lanes ask for. */
    void hear() {
        ready |= closeIfAsked(BackPressure.READY_CONTENDED, BackPressure.READY_FREEZE, ready);
        free |= closeIfAsked(BackPressure.FREE_CONTENDED, BackPressure.FREE_FREEZE, free);
    }

    private boolean closeIfAsked(U32 contended, U32 gate, boolean closed) {
        if (!transport.refresh(at + contended.offset(), Integer.BYTES)
                || contended.getAcquire(transport.view(), at) == CLEAR) {
            return false;
        }
        long tick = tickClock.getAsLong();
        if (!closed && !write(gate, SET)) {
            return false;
        }
        if (!isFrozen()) {
            beginTick = tick;
        }
        write(contended, CLEAR);
        return true;
    }

    boolean isFrozen() {
        return ready || free;
    }

    /**
     * Opens both gates. Empty if a copy failed: then the freeze continues. A request that could not be cleared keeps
     * the gates closed too: it would close them again in every later turn.
     */
    Optional<FreezeSpan> release() {
        if (isStillAsked(BackPressure.READY_CONTENDED, ready)
                || isStillAsked(BackPressure.FREE_CONTENDED, free)
                || (ready && !write(BackPressure.READY_FREEZE, CLEAR))
                || (free && !write(BackPressure.FREE_FREEZE, CLEAR))) {
            return Optional.empty();
        }
        int gates = (ready ? FreezeRecord.READY_GATE : 0) | (free ? FreezeRecord.FREE_GATE : 0);
        ready = false;
        free = false;
        return Optional.of(new FreezeSpan(beginTick, tickClock.getAsLong(), gates));
    }

    private boolean isStillAsked(U32 contended, boolean closed) {
        return closed && contended.getAcquire(transport.view(), at) != CLEAR;
    }

    /**
     * Notifies the device that the host collects no more. Written blindly, because there may be no second try.
     */
    void leave() {
        write(BackPressure.HOST_GONE, SET);
        write(BackPressure.READY_FREEZE, CLEAR);
        write(BackPressure.FREE_FREEZE, CLEAR);
        ready = false;
        free = false;
    }

    private boolean write(U32 word, long value) {
        long before = word.getAcquire(transport.view(), at);
        word.setRelease(transport.view(), at, value);
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            if (transport.flush(at + word.offset(), Integer.BYTES)) {
                return true;
            }
        }
        word.setRelease(transport.view(), at, before);
        return false;
    }
}
