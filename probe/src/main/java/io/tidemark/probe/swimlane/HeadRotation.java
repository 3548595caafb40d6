package io.tidemark.probe.swimlane;

import io.tidemark.abi.region.ActiveHead;
import io.tidemark.memory.region.StreamPlace;
import io.tidemark.probe.HandoverLane;
import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;

/**
 * The scheduler's side of a core's lane: the core writes the records, its scheduler decides which
 * buffer it writes to. Called by the thread that steps the owning scheduler. A new buffer is put up
 * just before the dispatch that starts it; the old one is kept under that dispatch's token,
 * because the core may still be writing its last record, and goes to the host when the token comes
 * back: the core answers it only after that record.
 *
 * <p>When there is no buffer to rotate to, the old one stays up and the core counts what does not
 * fit.
 */
final class HeadRotation extends HandoverLane {
    /** One dispatch may be made per step and one more may be under way. */
    static final int DISPATCHES_PER_STEP = 2;

    private long held = NONE;
    private int gateToken;
    private int charged; // dispatches whose records belong into the current buffer

    HeadRotation(MemorySegment segment, StreamPlace stream, int core) {
        super(segment, stream, core);
        if (capacity <= DISPATCHES_PER_STEP) {
            throw new IllegalArgumentException("recordsPerBuffer=" + capacity);
        }
    }

    /** Call just before the write of the dispatch register. */
    void beforeDispatch(int token) {
        if (current == NONE || charged == capacity) {
            rotate(token);
        }
        if (charged < capacity) {
            charged++;
        }
        if (charged > capacity - DISPATCHES_PER_STEP) {
            enlist();
        }
    }

    private void rotate(int token) {
        if (!takeNext()) {
            return;
        }
        releaseHeld(); // its token came back long ago, or this dispatch could not be made
        if (current != NONE) {
            held = current;
            gateToken = token;
        }
        activateNext();
        charged = 0;
    }

    /** Call when an ACK or FIN with this token is seen. */
    void observed(int token) {
        if (held != NONE && token == gateToken) {
            releaseHeld();
        }
    }

    private void releaseHeld() {
        if (held != NONE) {
            assert committedAcquire() >= firstPosition(held) + capacity : "core still writes";
            seal(held, capacity);
            held = NONE;
        }
    }

    private long committedAcquire() {
        return ActiveHead.COMMITTED.getAcquire(segment, laneAt);
    }

    @Override
    protected void resume() {
        if (current == NONE && next != NONE) {
            activateNext(); // nothing was ever written, so there is no record to wait for
            charged = 0;
        }
    }

    @Override
    public boolean hasRoom() {
        return next != NONE || (current != NONE && capacity - charged >= DISPATCHES_PER_STEP);
    }

    @Override
    protected boolean wantsBuffer() {
        return !hasRoom();
    }

    /**
     * A core commits after it says FIN, so the end of its task does not prove its record; the
     * publish word does. What the core has not finished stays open and is recovered from the
     * region.
     */
    @Override
    protected boolean sealAtEnd() {
        long committed = committedAcquire();
        if (held != NONE && committed >= firstPosition(held) + capacity) {
            releaseHeld();
        }
        if (current != NONE && charged > 0 && committed == firstPosition(current) + charged) {
            seal(current, charged);
            clearCurrent();
            continueAt(committed);
            charged = 0;
        }
        return held == NONE && (current == NONE || charged == 0);
    }

    @Override
    protected void eachBuffer(LongConsumer visitor) {
        super.eachBuffer(visitor);
        if (held != NONE) {
            visitor.accept(held);
        }
    }
}
