package io.tidemark.abi.dispatch;

import static io.tidemark.abi.layout.Unit.BYTES;
import static io.tidemark.abi.layout.Unit.CODE;
import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.FLAGS;
import static io.tidemark.abi.layout.Unit.ID;
import static io.tidemark.abi.layout.Unit.INDEX;

import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U16;
import io.tidemark.abi.layout.U32;
import io.tidemark.abi.layout.U8;

/**
 * One piece of what a core says of the arguments of a task, in a ring of the core's own. Its bytes
 * follow it, up to the next multiple of the size of this record; they may go round. For each task
 * and stage there is one that begins it, then the pieces of each tensor that is dumped with its
 * bytes, in order, then one that ends it. The device announces pieces through {@link
 * JournalHead#DUMP_WRITTEN}.
 */
public final class DumpPiece {
    /** Value of {@link #ARGUMENT}: a stage of a task begins. */
    public static final int BEGIN = 0xFFFF;

    /** Value of {@link #ARGUMENT}: a stage of a task is over. */
    public static final int END = 0xFFFE;

    /** Bit of {@link #FLAGS_BITS}: the last piece of its tensor. */
    public static final int LAST = 1;

    /** Bit of {@link #FLAGS_BITS}: a second look at the tensor found other bytes. */
    public static final int CHANGED = 2;

    /** Bit of {@link #FLAGS_BITS} where a stage begins: the kernel was cut short. */
    public static final int PARTIAL = 4;

    private static final RecordLayout.Builder RECORD = RecordLayout.named("DumpPiece", 128);

    // spotless:off
    public static final U32 TASK       = RECORD.u32( 0, "task",       ID,    "number of the task within the graph; token of a run that the host dispatched; number of the stage that a scheduler asked for");
    public static final U16 ARGUMENT   = RECORD.u16( 4, "argument",   INDEX, "which tensor; 65535 begins a stage, 65534 ends it");
    public static final U8  STAGE      = RECORD.u8 ( 6, "stage",      CODE,  "0 before the kernel, 1 after it");
    public static final U8  FLAGS_BITS = RECORD.u8 ( 7, "flags",      FLAGS, "1 last piece of the tensor, 2 it was written to while it was copied; where a stage begins 4: the kernel was cut short");
    public static final U32 SIZE       = RECORD.u32( 8, "size",       BYTES, "bytes that follow");
    public static final I64 DIGEST     = RECORD.i64(16, "digest",     CODE,  "XXH64 of all bytes of the tensor up to the end of this piece");
    public static final I64 POSITION   = RECORD.i64(24, "position",   COUNT, "bytes put into the ring before it");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(32);

    private DumpPiece() {}
}
