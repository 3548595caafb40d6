package io.tidemark.abi.region;

import static io.tidemark.abi.layout.Unit.COUNT;

import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U32;

/**
 * Empty buffers on their way from the host to one lane. The indices run free over 32 bits, slot =
 * index modulo the slot count, empty when equal, full when they differ by the slot count. The slots
 * follow this record: one 64-bit buffer offset each, written by the host.
 */
public final class FreeQueue {
    /** Where the queue lies from the start of its lane. */
    public static final long IN_LANE = 192;

    /** Where the first slot lies from the start of the queue. */
    public static final long SLOTS = 128;

    public static final long SLOT_BYTES = 8;

    private static final RecordLayout.Builder RECORD = RecordLayout.named("FreeQueue", 105);

    // spotless:off
    public static final U32 HEAD = RECORD.u32( 0, "head", COUNT, "buffers ever taken, by the device");
    public static final U32 TAIL = RECORD.u32(64, "tail", COUNT, "buffers ever offered, by the host, released after the slot");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(128); // two writers, two lines

    private FreeQueue() {}
}
