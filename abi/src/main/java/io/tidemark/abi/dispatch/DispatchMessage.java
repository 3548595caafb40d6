package io.tidemark.abi.dispatch;

import static io.tidemark.abi.layout.Unit.CODE;
import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.FLAGS;
import static io.tidemark.abi.layout.Unit.ID;
import static io.tidemark.abi.layout.Unit.INDEX;

import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.I64Array;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U16;
import io.tidemark.abi.layout.U32;

/**
 * A core's dispatch word together with the kernel run that it names, so that a core beyond a bus
 * needs one read for both. It is eight lines of 64 bytes; the last word of each line is the number
 * of the message, and a line that has another number is of an older one. The words between are the
 * {@link TensorDescriptor} of each tensor, then the scalars, then what a gated run waits for. The
 * host writes all lines, then the dispatch word; a doorbell changes the word alone.
 *
 * <p>It relies on a reader seeing each line as it was at one moment, which holds where the memory
 * answers by whole cache lines.
 */
public final class DispatchMessage {
    /** Bytes of a line. */
    public static final int LINE_BYTES = 64;

    /** Words of arguments in the first line. */
    public static final int FIRST_WORDS = 2;

    /** Words of arguments in each other line. */
    public static final int LINE_WORDS = 7;

    private static final int OTHER_LINES = 7;

    /** Words of arguments that there is room for. */
    public static final int ARGUMENT_WORDS = FIRST_WORDS + OTHER_LINES * LINE_WORDS;

    private static final RecordLayout.Builder RECORD = RecordLayout.named("DispatchMessage", 127);

    // spotless:off
    public static final I64      WORD         = RECORD.i64 ( 0, "word",        CODE,  "what dataMainBase of CoreRegisterWords is for a core of the host");
    public static final I64      TASK_ID      = RECORD.i64 ( 8, "taskId",      ID,    "ring in the high half, number within the ring in the low half");
    public static final U32      SLOT_INDEX   = RECORD.u32 (16, "slotIndex",   INDEX, "slot of the task in its ring");
    public static final U16      FUNCTION_ID  = RECORD.u16 (20, "functionId",  ID,    "kernel that this core runs");
    public static final U16      FLAGS_WORD   = RECORD.u16 (22, "flags",       FLAGS, "as in DispatchPayload");
    public static final U32      BLOCK_INDEX  = RECORD.u32 (24, "blockIndex",  INDEX, "which block of the task");
    public static final U32      BLOCK_COUNT  = RECORD.u32 (28, "blockCount",  COUNT, "blocks of the task");
    public static final U16      TENSOR_COUNT = RECORD.u16 (32, "tensorCount", COUNT, "tensors of the task");
    public static final U16      SCALAR_COUNT = RECORD.u16 (34, "scalarCount", COUNT, "scalars of the task");
    public static final U16      LINES        = RECORD.u16 (36, "lines",       COUNT, "lines of this message; 0: the arguments have no room here and lie in DispatchArguments");
    public static final U16      AWAITED      = RECORD.u16 (38, "awaited",     COUNT, "producers behind the scalars, as in DispatchPayload");
    public static final I64Array FIRST        = RECORD.i64s(40, "first", FIRST_WORDS, CODE, "first words of the arguments");
    public static final I64      NUMBER       = RECORD.i64 (56, "number",      ID,    "token in the low half, count of messages in the high half");
    public static final I64Array REST         = RECORD.i64s(64, "rest", OTHER_LINES * (LINE_WORDS + 1), CODE, "seven lines: seven more words, then the number");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(512);

    private DispatchMessage() {}

    /** Offset of a word of the arguments in the message. */
    public static long argumentAt(int word) {
        if (word < FIRST_WORDS) {
            return FIRST.offset() + (long) word * Long.BYTES;
        }
        int other = word - FIRST_WORDS;
        return LINE_BYTES * (1L + other / LINE_WORDS) + (long) (other % LINE_WORDS) * Long.BYTES;
    }

    /** Lines of a message with {@code words} words of arguments. */
    public static int linesFor(int words) {
        return 1 + Math.ceilDiv(Math.max(0, words - FIRST_WORDS), LINE_WORDS);
    }
}
