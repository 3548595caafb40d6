package io.tidemark.abi.region;

import static io.tidemark.abi.layout.Unit.CODE;

import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U32;

/**
 * How one channel stops all its lanes together. The device raises a contended word, the host opens
 * the gate and only then clears the word, so that one of the two is set without a break until the
 * host closes both gates.
 */
public final class BackPressure {
    /** Where the host's line starts. */
    public static final int HOST_LINE = 0;

    private static final RecordLayout.Builder RECORD = RecordLayout.named("BackPressure", 109);

    // spotless:off
    public static final U32 READY_FREEZE    = RECORD.u32( 0, "readyFreeze",    CODE, "host: 1 while lanes park after publishing a buffer");
    public static final U32 FREE_FREEZE     = RECORD.u32( 4, "freeFreeze",     CODE, "host: 1 while lanes park at an empty free queue");
    public static final U32 HOST_GONE       = RECORD.u32( 8, "hostGone",       CODE, "host: 1 once it collects no more; nobody waits for it then");
    public static final U32 READY_CONTENDED = RECORD.u32(64, "readyContended", CODE, "device raises: a ready queue was full; host clears");
    public static final U32 FREE_CONTENDED  = RECORD.u32(68, "freeContended",  CODE, "device raises: a free queue was empty; host clears");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(128);

    /** Both gates in one load: 0 if neither is closed. */
    public static final I64 GATES = new I64(READY_FREEZE.offset());

    private BackPressure() {}
}
