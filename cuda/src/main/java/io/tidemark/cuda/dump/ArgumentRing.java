package io.tidemark.cuda.dump;

import io.tidemark.abi.dispatch.DumpPiece;
import io.tidemark.abi.dispatch.JournalHead;
import io.tidemark.chip.CoreArguments;
import java.lang.foreign.MemorySegment;
import java.util.function.IntToLongFunction;

/**
 * The arguments that one block dumps, as they come through its ring: hands each piece on and gives
 * its room back. A piece that has no room on the host stays, and the block waits when the ring is
 * full. Stepped by the control thread that owns the core, or by the one that asked for the stage;
 * the questions by any thread.
 */
public final class ArgumentRing {
    private static final int BATCH = 64; // pieces taken in one step
    private static final long HEAD_BYTES = DumpPiece.LAYOUT.sizeBytes();

    private final MemorySegment ring;
    private final MemorySegment heads;
    private final long headAt;
    private final IntToLongFunction taskIds; // of what the block calls its tasks
    private CoreArguments.Taker taker;

    private long position;
    private long written; // as last seen
    private volatile long pieces;
    private volatile long stages; // that are over
    private volatile boolean isHeld;
    private boolean hasLeft;

    /**
     * @param taker null when {@link #tell} names one before the first stage
     */
    public ArgumentRing(
            MemorySegment ring,
            MemorySegment heads,
            long headAt,
            CoreArguments.Taker taker,
            IntToLongFunction taskIds) {
        this.ring = ring;
        this.heads = heads;
        this.headAt = headAt;
        this.taker = taker;
        this.taskIds = taskIds;
    }

    /** Sets the receiver from now on; between two stages. */
    void tell(CoreArguments.Taker another) {
        taker = another;
    }

    /** Takes what is there; true when anything was. */
    public boolean take() {
        int taken = 0;
        while (taken < BATCH && hasMore()) {
            if (!takeOne()) {
                isHeld = true;
                break;
            }
            isHeld = false;
            taken++;
        }
        if (taken == 0) {
            return false;
        }
        pieces += taken;
        JournalHead.DUMP_RELEASED.setRelease(heads, headAt, position);
        return true;
    }

    private boolean hasMore() {
        if (position == written) {
            written = JournalHead.DUMP_WRITTEN.getAcquire(heads, headAt);
        }
        return !hasLeft && position != written;
    }

    private boolean takeOne() {
        long at = position & ring.byteSize() - 1;
        int argument = DumpPiece.ARGUMENT.get(ring, at);
        long bytes = DumpPiece.SIZE.get(ring, at);
        assert DumpPiece.POSITION.get(ring, at) == position : "position=" + position;
        switch (argument) {
            case DumpPiece.BEGIN -> {
                long taskId = taskIds.applyAsLong((int) DumpPiece.TASK.get(ring, at));
                boolean isAfter = DumpPiece.STAGE.get(ring, at) != 0;
                int flags = DumpPiece.FLAGS_BITS.get(ring, at);
                if (!taker.tryBegin(taskId, isAfter, (flags & DumpPiece.PARTIAL) != 0)) {
                    return false;
                }
            }
            case DumpPiece.END -> {
                taker.end();
                stages++;
            }
            default -> {
                int flags = DumpPiece.FLAGS_BITS.get(ring, at);
                if (!taker.tryTake(
                        argument,
                        ring,
                        position + HEAD_BYTES,
                        bytes,
                        DumpPiece.DIGEST.get(ring, at),
                        (flags & DumpPiece.LAST) != 0,
                        (flags & DumpPiece.CHANGED) != 0)) {
                    return false;
                }
            }
        }
        position += HEAD_BYTES + (bytes + HEAD_BYTES - 1) / HEAD_BYTES * HEAD_BYTES;
        return true;
    }

    /** Whether everything that the block told of was taken. For the thread that steps it. */
    public boolean isEmpty() {
        return !hasMore();
    }

    /** Nothing more comes; what is there stays. For the thread that steps it. */
    public void leave() {
        if (!hasLeft) {
            hasLeft = true;
            isHeld = false;
            taker.leave();
        }
    }

    public long pieces() {
        return pieces;
    }

    /** Stages of tasks that were taken to their end. */
    public long stages() {
        return stages;
    }

    /** Whether the next piece has no room. */
    public boolean isHeld() {
        return isHeld;
    }
}
