package io.tidemark.abi.deps;

import static io.tidemark.abi.layout.Unit.CODE;
import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.FLAGS;
import static io.tidemark.abi.layout.Unit.ID;

import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.I64Array;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U16;
import io.tidemark.abi.layout.U32;
import io.tidemark.abi.layout.U32Array;
import io.tidemark.abi.layout.U8;

/**
 * First slot of a submit: what it makes, how many slots follow, and which tasks the runtime took
 * for gone at that moment, so that a replay can skip what the runtime skipped.
 */
public final class SubmitHeader {
    /** Flag: only explicit dependencies count. */
    public static final int MANUAL_SCOPE = 1;

    /** Flag: consumers may be staged before the task completes. */
    public static final int EARLY_DISPATCH = 2;

    /** Kernel of a slot that is not active. */
    public static final int NO_KERNEL = 0xFFFF;

    /** Tensor arguments that a submit may have. */
    public static final int MAX_TENSORS = 32;

    private static final RecordLayout.Builder RECORD = RecordLayout.named("SubmitHeader", 31);

    // spotless:off
    public static final U8       KIND           = RECORD.u8  ( 0, "kind",              CODE,  "SlotKind.HEADER");
    public static final U8       SUBMIT_KIND    = RECORD.u8  ( 1, "submitKind",        CODE,  "SubmitKind");
    public static final U8       FLAG_BITS      = RECORD.u8  ( 2, "flags",             FLAGS, "1 manual scope, 2 early dispatch");
    public static final U8       TENSORS        = RECORD.u8  ( 3, "tensors",           COUNT, "tensor arguments, outputs included");
    public static final U32      SUBMIT         = RECORD.u32 ( 4, "submit",            COUNT, "how many submits came before this one");
    public static final I64      TASK_ID        = RECORD.i64 ( 8, "taskId",            ID,    "the task");
    public static final U32Array OLDEST_ALIVE   = RECORD.u32s(16, "oldestAlive",    4, ID,    "by ring: tasks before it were gone when the look-up began");
    public static final I64Array TAGS           = RECORD.i64s(32, "tags",           2, CODE,  "argument tags, four bits each, argument 0 lowest");
    public static final U16      AIC_KERNEL     = RECORD.u16 (48, "aicKernel",         ID,    "function id, 65535 if inactive");
    public static final U16      AIV0_KERNEL    = RECORD.u16 (50, "aiv0Kernel",        ID,    "function id, 65535 if inactive");
    public static final U16      AIV1_KERNEL    = RECORD.u16 (52, "aiv1Kernel",        ID,    "function id, 65535 if inactive");
    public static final U16      DEPTH          = RECORD.u16 (54, "depth",             COUNT, "scopes around the innermost one; the root scope has 0");
    public static final U32      BLOCKS         = RECORD.u32 (56, "blocks",            COUNT, "blocks of the task");
    public static final U32      DEPENDENCIES   = RECORD.u32 (60, "dependencies",      COUNT, "explicit dependencies");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(SubmitSlot.SIZE_BYTES);

    private SubmitHeader() {}
}
