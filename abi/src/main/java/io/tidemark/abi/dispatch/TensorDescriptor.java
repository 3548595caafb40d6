package io.tidemark.abi.dispatch;

import static io.tidemark.abi.layout.Unit.CODE;
import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.FLAGS;
import static io.tidemark.abi.layout.Unit.ID;

import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.I64Array;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U32Array;
import io.tidemark.abi.layout.U8;

/**
 * One tensor argument as a core reads it: element i0, i1, ... lies at the sum of i times stride.
 */
public final class TensorDescriptor {
    /** Dimensions that an argument may have. */
    public static final int MAX_RANK = 5;

    /** Code of {@link #TAG}: the task only reads it. */
    public static final int TAG_INPUT = 0;

    /** Bit of {@link #DUMP}: the core dumps its bytes before the kernel. */
    public static final int DUMP_BEFORE = 1;

    /** Bit of {@link #DUMP}: the same after it. */
    public static final int DUMP_AFTER = 2;

    /** Bit of {@link #DUMP}: its elements lie one behind the other, in whole bytes. */
    public static final int DUMP_DENSE = 4;

    /** Where the width of an element begins in {@link #DUMP}. */
    public static final int DUMP_WIDTH_SHIFT = 4;

    private static final RecordLayout.Builder RECORD = RecordLayout.named("TensorDescriptor", 119);

    // spotless:off
    public static final I64      BASE_ADDRESS    = RECORD.i64 ( 0, "baseAddress",           ID,    "address of the buffer on the device");
    public static final I64      START_OFFSET    = RECORD.i64 ( 8, "startOffset",           COUNT, "elements of the buffer before the first of the view");
    public static final I64      BUFFER_ELEMENTS = RECORD.i64 (16, "bufferElements",        COUNT, "elements of the whole buffer");
    public static final U8       DTYPE           = RECORD.u8  (24, "dtype",                 CODE,  "DType");
    public static final U8       RANK            = RECORD.u8  (25, "rank",                  COUNT, "dimensions");
    public static final U8       TAG             = RECORD.u8  (26, "tag",                   CODE,  "how the task uses it: 0 input, 1 output, 2 inout, 3 existing output, 4 no dependency");
    public static final U8       DUMP            = RECORD.u8  (27, "dump",                  FLAGS, "1 the core dumps its bytes before the kernel, 2 after it, 4 they lie in one piece; high half: 2 to the power of it are the bits of an element; 0 where nothing is dumped");
    public static final U32Array SHAPE           = RECORD.u32s(28, "shape",       MAX_RANK, COUNT, "elements along each dimension");
    public static final I64Array STRIDES         = RECORD.i64s(48, "strides",     MAX_RANK, COUNT, "elements from one index to the next along each dimension");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(96);

    private TensorDescriptor() {}
}
