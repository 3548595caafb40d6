package io.tidemark.abi.region;

import static io.tidemark.abi.layout.Unit.BYTES;
import static io.tidemark.abi.layout.Unit.CODE;
import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.OFFSET;

import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U16;
import io.tidemark.abi.layout.U32;

/**
 * One line of a region's directory: where one stream of records lies and how it is cut. A stream is
 * one buffer kind of one channel; the streams of a channel share its back-pressure words, its ready
 * queues and its extra bytes. Written once, before the region's magic.
 */
public final class StreamEntry {
    private static final RecordLayout.Builder RECORD = RecordLayout.named("StreamEntry", 102);

    // spotless:off
    public static final U16 CHANNEL             = RECORD.u16(  0, "channel",           CODE,   "Channel");
    public static final U16 KIND                = RECORD.u16(  2, "kind",              CODE,   "buffer kind inside the channel");
    public static final U32 LAYOUT_ID           = RECORD.u32(  4, "layoutId",          CODE,   "RecordLayout of the records");
    public static final U32 RECORD_BYTES        = RECORD.u32(  8, "recordBytes",       BYTES,  "from one record to the next");
    public static final U32 LANES               = RECORD.u32( 12, "lanes",             COUNT,  "cores or threads, always the maximum of the platform or run");
    public static final U32 BUFFERS_PER_LANE    = RECORD.u32( 16, "buffersPerLane",    COUNT,  "lanes times this is the pool; a buffer may serve any lane");
    public static final U32 RECORDS_PER_BUFFER  = RECORD.u32( 20, "recordsPerBuffer",  COUNT,  "capacity of one buffer");
    public static final U32 FREE_SLOTS          = RECORD.u32( 24, "freeSlots",         COUNT,  "capacity of a lane's free queue, a power of two");
    public static final U32 READY_QUEUES        = RECORD.u32( 28, "readyQueues",       COUNT,  "one per device thread that publishes");
    public static final U32 READY_CAPACITY      = RECORD.u32( 32, "readyCapacity",     COUNT,  "entries of each, a power of two, all usable");
    public static final U32 ON_FULL             = RECORD.u32( 36, "onFull",            CODE,   "0 block, 1 drop");
    public static final I64 BACK_PRESSURE_AT    = RECORD.i64( 40, "backPressureAt",    OFFSET, "BackPressure of the channel");
    public static final I64 READY_AT            = RECORD.i64( 48, "readyAt",           OFFSET, "first ReadyQueue of the channel");
    public static final I64 READY_STRIDE_BYTES  = RECORD.i64( 56, "readyStrideBytes",  BYTES,  "from one ready queue to the next");
    public static final I64 LANES_AT            = RECORD.i64( 64, "lanesAt",           OFFSET, "first lane: ActiveHead, LaneTail, then FreeQueue");
    public static final I64 LANE_STRIDE_BYTES   = RECORD.i64( 72, "laneStrideBytes",   BYTES,  "from one lane to the next");
    public static final I64 BUFFERS_AT          = RECORD.i64( 80, "buffersAt",         OFFSET, "first buffer: BufferHeader, then records");
    public static final I64 BUFFER_STRIDE_BYTES = RECORD.i64( 88, "bufferStrideBytes", BYTES,  "from one buffer to the next");
    public static final I64 ARENAS_AT           = RECORD.i64( 96, "arenasAt",          OFFSET, "payload arena of lane 0, 0 if the stream has none");
    public static final I64 ARENA_BYTES         = RECORD.i64(104, "arenaBytes",        BYTES,  "arena of one lane");
    public static final I64 EXTRA_AT            = RECORD.i64(112, "extraAt",           OFFSET, "bytes whose meaning the channel defines, 0 if none");
    public static final I64 EXTRA_BYTES         = RECORD.i64(120, "extraBytes",        BYTES,  "how many");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(128);

    private StreamEntry() {}
}
