package io.tidemark.abi.deps;

import static io.tidemark.abi.layout.Unit.CODE;
import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.ID;

import io.tidemark.abi.layout.I64Array;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U32;
import io.tidemark.abi.layout.U8;

/** Up to seven explicit dependencies of a submit; as many of these slots follow as it needs. */
public final class SubmitDependencies {
    public static final int PER_SLOT = 7;

    /** Bit of a word from which on it holds its {@link EdgeFlags}. */
    public static final int FLAGS_SHIFT = 56;

    private static final RecordLayout.Builder RECORD = RecordLayout.named("SubmitDependencies", 34);

    // spotless:off
    public static final U8       KIND   = RECORD.u8  ( 0, "kind",             CODE,  "SlotKind.DEPENDENCIES");
    public static final U8       USED   = RECORD.u8  ( 1, "used",             COUNT, "words that count");
    public static final U32      SUBMIT = RECORD.u32 ( 4, "submit",           COUNT, "as in the header");
    public static final I64Array WORDS  = RECORD.i64s( 8, "words",  PER_SLOT, ID,    "task id, flags from bit 56 on");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(SubmitSlot.SIZE_BYTES);

    private SubmitDependencies() {}

    public static int slotsFor(long dependencies) {
        return (int) ((dependencies + PER_SLOT - 1) / PER_SLOT);
    }
}
