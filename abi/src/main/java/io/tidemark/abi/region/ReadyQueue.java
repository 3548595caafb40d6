package io.tidemark.abi.region;

import static io.tidemark.abi.layout.Unit.POSITION;

import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.RecordLayout;

/**
 * Full buffers on their way from one device thread to the host. Both positions only increase, slot
 * = position modulo the capacity, so every slot is usable: empty when equal, full when they differ
 * by the capacity. The {@link ReadyEntry} slots follow this record.
 */
public final class ReadyQueue {
    /** Where the first entry lies from the start of the queue. */
    public static final long ENTRIES = 128;

    private static final RecordLayout.Builder RECORD = RecordLayout.named("ReadyQueue", 106);

    // spotless:off
    public static final I64 HEAD = RECORD.i64( 0, "head", POSITION, "entries ever consumed, by the host");
    public static final I64 TAIL = RECORD.i64(64, "tail", POSITION, "entries ever published, by the device, released after the entry");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(128); // two writers, two lines

    private ReadyQueue() {}
}
