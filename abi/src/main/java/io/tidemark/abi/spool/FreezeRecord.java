package io.tidemark.abi.spool;

import static io.tidemark.abi.layout.Unit.FLAGS;
import static io.tidemark.abi.layout.Unit.TICKS;

import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U32;

/**
 * One stretch in which the host kept all lanes of a channel standing, to lose nothing. Written when
 * it ends.
 */
public final class FreezeRecord {
    /** A ready queue was full. */
    public static final int READY_GATE = 1;

    /** A free queue was empty. */
    public static final int FREE_GATE = 2;

    /** A thread's payload arena was full; only that thread stood still. */
    public static final int ARENA_GATE = 4;

    private static final RecordLayout.Builder RECORD = RecordLayout.named("FreezeRecord", 112);

    // spotless:off
    public static final I64 BEGIN_TICK = RECORD.i64( 0, "beginTick", TICKS, "device clock when the host closed the first gate");
    public static final I64 END_TICK   = RECORD.i64( 8, "endTick",   TICKS, "device clock when it let the lanes go");
    public static final U32 GATES      = RECORD.u32(16, "gates",     FLAGS, "bit 0 a ready queue was full, bit 1 a free queue was empty, bit 2 a payload arena was full");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(32);

    private FreezeRecord() {}
}
