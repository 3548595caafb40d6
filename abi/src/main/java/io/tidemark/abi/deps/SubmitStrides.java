package io.tidemark.abi.deps;

import static io.tidemark.abi.layout.Unit.CODE;
import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.INDEX;

import io.tidemark.abi.layout.I64Array;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U32;
import io.tidemark.abi.layout.U8;

/** The strides of the tensor in the slot before. */
public final class SubmitStrides {
    private static final RecordLayout.Builder RECORD = RecordLayout.named("SubmitStrides", 33);

    // spotless:off
    public static final U8       KIND     = RECORD.u8  ( 0, "kind",                           CODE,  "SlotKind.STRIDES");
    public static final U8       ARGUMENT = RECORD.u8  ( 1, "argument",                       INDEX, "as in the tensor");
    public static final U32      SUBMIT   = RECORD.u32 ( 4, "submit",                         COUNT, "as in the header");
    public static final I64Array STRIDES  = RECORD.i64s( 8, "strides", SubmitTensor.MAX_RANK, COUNT, "elements from one index to the next, by dimension");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(SubmitSlot.SIZE_BYTES);

    private SubmitStrides() {}
}
