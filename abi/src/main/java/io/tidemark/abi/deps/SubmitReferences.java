package io.tidemark.abi.deps;

import static io.tidemark.abi.layout.Unit.CODE;
import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.ID;

import io.tidemark.abi.layout.I64Array;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U32;
import io.tidemark.abi.layout.U8;

/**
 * Up to seven tensor arguments of a submit that equal arguments of earlier submits, in place of a
 * {@link SubmitTensor} each: a word names the submit and the argument whose slot describes the
 * tensor. As many of these slots follow as the submit needs.
 */
public final class SubmitReferences {
    public static final int PER_SLOT = 7;

    /** A reference names a submit fewer than this many before the current one. */
    public static final int REACH = 2_048;

    private static final int THERE_SHIFT = 32;
    private static final int HERE_SHIFT = 40;
    private static final long SUBMIT_MASK = (1L << THERE_SHIFT) - 1;
    private static final int ARGUMENT_MASK = 0xFF;

    private static final RecordLayout.Builder RECORD = RecordLayout.named("SubmitReferences", 37);

    // spotless:off
    public static final U8       KIND   = RECORD.u8  ( 0, "kind",             CODE,  "SlotKind.REFERENCES");
    public static final U8       USED   = RECORD.u8  ( 1, "used",             COUNT, "words that count");
    public static final U32      SUBMIT = RECORD.u32 ( 4, "submit",           COUNT, "as in the header");
    public static final I64Array WORDS  = RECORD.i64s( 8, "words",  PER_SLOT, ID,    "submit that has the tensor's slot, from bit 32 on its argument there, from bit 40 on the argument here");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(SubmitSlot.SIZE_BYTES);

    private SubmitReferences() {}

    /** Where a tensor is described: the part of a word that is the same for all who refer to it. */
    public static long place(long submit, int argument) {
        return submit & SUBMIT_MASK | (long) argument << THERE_SHIFT;
    }

    /** The word of an argument. */
    public static long word(long place, int argument) {
        return place | (long) argument << HERE_SHIFT;
    }

    /** Of a place or a word: the submit that has the slot. */
    public static long submit(long word) {
        return word & SUBMIT_MASK;
    }

    /** Of a place or a word: the argument of that submit. */
    public static int argumentThere(long word) {
        return (int) (word >>> THERE_SHIFT) & ARGUMENT_MASK;
    }

    /** Which argument of the same submit a word refers to. */
    public static int argumentHere(long word) {
        return (int) (word >>> HERE_SHIFT) & ARGUMENT_MASK;
    }

    /** Whether one submit may refer to a slot of another. */
    public static boolean reaches(long from, long to) {
        int before = (int) (from - to); // submits are counted in 32 bits
        return before > 0 && before < REACH;
    }
}
