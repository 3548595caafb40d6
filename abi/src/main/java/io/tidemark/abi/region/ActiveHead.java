package io.tidemark.abi.region;

import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.OFFSET;
import static io.tidemark.abi.layout.Unit.POSITION;

import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U32;

/**
 * The hot line of a lane: which buffer its producer writes and how far it came. Device half only;
 * {@code committed} is the lane's publish word. {@code reserved}, {@code committed} and the drops
 * have one writer, the producer of the records; the buffer and its sequence have one writer, the
 * thread that rotates (for a core's lane that is its scheduler, which stores the buffer first and
 * then releases the sequence).
 *
 * <p>A record never written is counted under its cause. So at any moment {@code reserved -
 * committed - drops} is the number of records being written, and after a death it is the number
 * torn.
 */
public final class ActiveHead {
    /** Where the head lies from the start of the lane. */
    public static final long IN_LANE = 0;

    private static final RecordLayout.Builder RECORD = RecordLayout.named("ActiveHead", 103);

    // spotless:off
    public static final I64 CURRENT_BUFFER_AT  = RECORD.i64( 0, "currentBufferAt",  OFFSET,   "BufferHeader of the buffer being filled, 0 if none");
    public static final U32 CURRENT_SEQUENCE   = RECORD.u32( 8, "currentSequence",  COUNT,    "its sequence, the first buffer of a lane has 1");
    public static final I64 RESERVED           = RECORD.i64(16, "reserved",         POSITION, "records begun, counted before anything else happens to them");
    public static final I64 COMMITTED          = RECORD.i64(24, "committed",        POSITION, "records whole, released after their last byte");
    public static final I64 DROPPED_NO_BUFFER  = RECORD.i64(32, "droppedNoBuffer",  COUNT,    "not written: no free buffer");
    public static final I64 DROPPED_QUEUE_FULL = RECORD.i64(40, "droppedQueueFull", COUNT,    "not written: the full buffer could not be handed over");
    public static final I64 DROPPED_NO_SPACE   = RECORD.i64(48, "droppedNoSpace",   COUNT,    "not written: no room for the payload");
    public static final I64 DROPPED_REFUSED    = RECORD.i64(56, "droppedRefused",   COUNT,    "not written: its parts did not belong together");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(64); // one cache line, the core reads it

    private ActiveHead() {}
}
