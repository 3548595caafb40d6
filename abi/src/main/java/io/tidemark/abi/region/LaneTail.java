package io.tidemark.abi.region;

import static io.tidemark.abi.layout.Unit.CODE;
import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.POSITION;

import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U32;

/**
 * The cold lines of a lane: one of the device half about payloads and what it was offered, one of
 * the host half about what it has put away. A buffer is the host's loss or gain only through {@code
 * spooledBelow}: every buffer of the lane with a lower sequence is in the host's spool, every other
 * committed record must be recovered from the region.
 */
public final class LaneTail {
    /** Where these lines lie from the start of the lane. */
    public static final long IN_LANE = 64;

    /** Where the host's line starts in this record. */
    public static final int HOST_LINE = 64;

    private static final RecordLayout.Builder RECORD = RecordLayout.named("LaneTail", 104);

    // spotless:off
    public static final I64 ARENA_WRITTEN      = RECORD.i64(  0, "arenaWritten",      POSITION, "device: payload bytes ever placed, modulo the arena is the place");
    public static final I64 PAYLOADS_PUBLISHED = RECORD.i64(  8, "payloadsPublished", COUNT,    "device: payloads whose records were handed over");
    public static final I64 OVERFLOW_RECORDS   = RECORD.i64( 16, "overflowRecords",   COUNT,    "device: continuation records among the committed");
    public static final I64 ARENA_HELD         = RECORD.i64( 24, "arenaHeld",         CODE,     "device: 1 while a task is held back for room in the arena");
    public static final I64 FREE_QUEUE_DAMAGE  = RECORD.i64( 32, "freeQueueDamage",   COUNT,    "device: times that the free queue's tail or a buffer in it made no sense");
    public static final U32 SPOOLED_BELOW      = RECORD.u32( 64, "spooledBelow",      COUNT,    "host: sequences below this are in its spool; 0 at the start");
    public static final I64 DELIVERED          = RECORD.i64( 72, "delivered",         COUNT,    "host: records in its spool");
    public static final I64 DAMAGED            = RECORD.i64( 80, "damaged",           COUNT,    "host: records it received and could not use");
    public static final I64 ARENA_RELEASED     = RECORD.i64( 88, "arenaReleased",     POSITION, "host: payload bytes that may be overwritten");
    public static final I64 PAYLOADS_COMPLETED = RECORD.i64( 96, "payloadsCompleted", COUNT,    "host: payloads in its spool");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(128);

    private LaneTail() {}
}
