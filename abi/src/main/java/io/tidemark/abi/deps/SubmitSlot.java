package io.tidemark.abi.deps;

import static io.tidemark.abi.layout.Unit.CODE;
import static io.tidemark.abi.layout.Unit.COUNT;

import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.I64Array;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U32;
import io.tidemark.abi.layout.U8;
import io.tidemark.abi.layout.U8Array;

/**
 * What all slots of the deps channel have in common. A submit is a chain of slots, one behind the
 * other in its lane: a header, per tensor argument a tensor and perhaps strides, or a reference to
 * an earlier submit that has them, references and explicit dependencies seven to a slot; later,
 * when the runtime has looked everything up, a result. A chain may continue in the lane's next
 * buffer. Every slot names its submit, so a reader that misses one notices and continues at the next
 * header.
 */
public final class SubmitSlot {
    /** One cache line. */
    public static final int SIZE_BYTES = 64;

    private static final RecordLayout.Builder RECORD = RecordLayout.named("SubmitSlot", 30);

    // spotless:off
    public static final U8       KIND   = RECORD.u8  ( 0, "kind",          CODE,  "SlotKind: which record these bytes are");
    public static final U8Array  DETAIL = RECORD.u8s ( 1, "detail",     3, CODE,  "by kind; 0 where the kind has none");
    public static final U32      SUBMIT = RECORD.u32 ( 4, "submit",        COUNT, "how many submits came before this one");
    public static final I64Array BODY   = RECORD.i64s( 8, "body",       7, CODE,  "by kind; 0 where the kind has none");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(SIZE_BYTES);

    /** Kind, detail and submit in one word: a slot is filled by eight stores. */
    public static final I64 HEAD = new I64(KIND.offset());

    private SubmitSlot() {}

    /** The word of {@link #HEAD}. */
    public static long head(SlotKind kind, int first, int second, int third, long submit) {
        return kind.code() | (long) first << 8 | (long) second << 16 | (long) third << 24 | submit << 32;
    }
}
