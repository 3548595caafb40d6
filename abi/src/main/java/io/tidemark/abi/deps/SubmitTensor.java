package io.tidemark.abi.deps;

import static io.tidemark.abi.layout.Unit.CODE;
import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.FLAGS;
import static io.tidemark.abi.layout.Unit.ID;
import static io.tidemark.abi.layout.Unit.INDEX;

import io.tidemark.abi.layout.I32;
import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U32;
import io.tidemark.abi.layout.U32Array;
import io.tidemark.abi.layout.U8;

/**
 * One tensor argument of a submit. A row-major view needs nothing else; for any other, {@link
 * SubmitStrides} follows. Outputs that the task allocates have no slot: their tag says all there is
 * before the submit.
 */
public final class SubmitTensor {
    /** Dimensions that an argument may have. */
    public static final int MAX_RANK = 5;

    /** Bits of {@link #FORM} that hold the number of dimensions. */
    public static final int RANK_MASK = 0x0F;

    /** Bit of {@link #FORM}: neither looked up nor registered. */
    public static final int MANUAL_DEPENDENCY = 0x10;

    /** Bit of {@link #FORM}: a slot with strides follows. */
    public static final int STRIDED = 0x20;

    private static final RecordLayout.Builder RECORD = RecordLayout.named("SubmitTensor", 32);

    // spotless:off
    public static final U8       KIND            = RECORD.u8  ( 0, "kind",                      CODE,  "SlotKind.TENSOR");
    public static final U8       ARGUMENT        = RECORD.u8  ( 1, "argument",                  INDEX, "which argument");
    public static final U8       DTYPE           = RECORD.u8  ( 2, "dtype",                     CODE,  "DType");
    public static final U8       FORM            = RECORD.u8  ( 3, "form",                      FLAGS, "rank in the low four bits, 16 manual dependency, 32 strides follow");
    public static final U32      SUBMIT          = RECORD.u32 ( 4, "submit",                    COUNT, "as in the header");
    public static final I64      BASE_ADDRESS    = RECORD.i64 ( 8, "baseAddress",               ID,    "buffer: equal for all its views");
    public static final I64      OWNER           = RECORD.i64 (16, "owner",                     ID,    "task that allocated the buffer, -1 if none");
    public static final I64      START_OFFSET    = RECORD.i64 (24, "startOffset",               COUNT, "elements before the first of the view");
    public static final I64      BUFFER_ELEMENTS = RECORD.i64 (32, "bufferElements",            COUNT, "elements of the whole buffer");
    public static final U32Array SHAPE           = RECORD.u32s(40, "shape",          MAX_RANK,  COUNT, "elements along each dimension");
    public static final I32      VERSION         = RECORD.i32 (60, "version",                   COUNT, "version of the buffer's contents");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(SubmitSlot.SIZE_BYTES);

    private SubmitTensor() {}
}
