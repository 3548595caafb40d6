package io.tidemark.abi.args;

import static io.tidemark.abi.layout.Unit.BYTES;
import static io.tidemark.abi.layout.Unit.CODE;
import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.FLAGS;
import static io.tidemark.abi.layout.Unit.ID;
import static io.tidemark.abi.layout.Unit.INDEX;
import static io.tidemark.abi.layout.Unit.POSITION;

import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.I64Array;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U16;
import io.tidemark.abi.layout.U32;
import io.tidemark.abi.layout.U32Array;
import io.tidemark.abi.layout.U8;

/**
 * One argument of one task at one stage. Fields are plain: the lane's publish word releases the
 * whole record. Its payload, if it has one, is in the lane's arena and was published before it.
 */
public final class ArgumentRecord {
    /** Dimensions that a record holds; more is damage, and a reader takes the first eight. */
    public static final int MAX_RANK = 8;

    /** Kernels that a record names. */
    public static final int MAX_FUNCTIONS = 3;

    /** No kernel id. */
    public static final int NO_FUNCTION = 0xFFFF;

    /** Element type of a scalar that is a double; tensors have none of that width. */
    public static final int FLOAT64 = 0x80;

    private static final RecordLayout.Builder RECORD = RecordLayout.named("ArgumentRecord", 10);

    // spotless:off
    public static final I64      TASK_ID        = RECORD.i64(  0, "taskId",        ID,       "the whole task id");
    public static final U8       ROLE           = RECORD.u8 (  8, "role",          CODE,     "0 input, 1 output, 2 inout");
    public static final U8       STAGE          = RECORD.u8 (  9, "stage",         CODE,     "0 before dispatch, 1 after completion");
    public static final U8       RANK           = RECORD.u8 ( 10, "rank",          COUNT,    "dimensions in use, at most 8; 0 for a scalar");
    public static final U8       KIND           = RECORD.u8 ( 11, "kind",          CODE,     "0 tensor, 1 scalar, 2 test pattern");
    public static final U32      ARGUMENT_INDEX = RECORD.u32( 12, "argumentIndex", INDEX,    "tensors first, then scalars");
    public static final U8       DTYPE          = RECORD.u8 ( 16, "dtype",         CODE,     "DType; 128 for a scalar that is a double");
    public static final U8       FLAG_BITS      = RECORD.u8 ( 17, "flags",         FLAGS,    "ArgumentFlags");
    public static final U8       FUNCTIONS      = RECORD.u8 ( 18, "functions",     COUNT,    "kernel ids in use, at most 3");
    public static final U16      FUNCTION_0     = RECORD.u16( 20, "function0",     ID,       "kernel id, 65535 if unknown");
    public static final U16      FUNCTION_1     = RECORD.u16( 22, "function1",     ID,       "second kernel of a mixed task");
    public static final U16      FUNCTION_2     = RECORD.u16( 24, "function2",     ID,       "third kernel of a mixed task");
    public static final U32      BLOCK_INDEX    = RECORD.u32( 28, "blockIndex",    INDEX,    "block whose argument it is, 0 unless blocks differ");
    public static final I64      PAYLOAD_AT     = RECORD.i64( 32, "payloadAt",     POSITION, "where its bytes begin in all that the lane's arena ever held");
    public static final I64      PAYLOAD_BYTES  = RECORD.i64( 40, "payloadBytes",  BYTES,    "bytes stored, 0 for none");
    public static final I64      DIGEST         = RECORD.i64( 48, "digest",        CODE,     "XXH64 with seed 0 of the stored bytes");
    public static final I64      SCALAR_BITS    = RECORD.i64( 56, "scalarBits",    CODE,     "raw value of a scalar; of a tensor, the version of its buffer's contents");
    public static final U32Array SHAPE          = RECORD.u32s(64, "shape", MAX_RANK, COUNT,  "elements of each dimension");
    public static final I64      START_OFFSET   = RECORD.i64( 96, "startOffset",   COUNT,    "elements from the buffer's start to the first one");
    public static final I64      WHOLE_BYTES    = RECORD.i64(104, "wholeBytes",    BYTES,    "bytes of the whole tensor, dense");
    public static final I64      BASE_ADDRESS   = RECORD.i64(112, "baseAddress",   ID,       "buffer of a tensor: equal for all its views; 0 in records without it");
    public static final I64      OWNER          = RECORD.i64(120, "owner",         ID,       "task that allocated the buffer, -1 if none; without meaning where baseAddress is 0");
    public static final I64Array STRIDES        = RECORD.i64s(128, "strides", MAX_RANK, COUNT, "elements from one index to the next, of each dimension");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(192); // three cache lines: what it is, its shape, its strides

    private ArgumentRecord() {}
}
