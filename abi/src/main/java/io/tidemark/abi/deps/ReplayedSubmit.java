package io.tidemark.abi.deps;

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
import io.tidemark.abi.layout.U8;
import io.tidemark.abi.layout.U8Array;

/**
 * A submit and its edges as the replay found them. The host writes it when the run is over, into a
 * table file that stands for the dependency file. A task with more than {@link #MOST_EDGES} edges
 * continues in the next record.
 */
public final class ReplayedSubmit {
    /** Edges that one record holds. */
    public static final int MOST_EDGES = 4;

    /** Value of {@link #SUBMIT_KIND}: more edges of the task of the record before. */
    public static final int CONTINUED = 255;

    /** Argument of an edge that the caller named. */
    public static final int NO_ARGUMENT = 255;

    private static final RecordLayout.Builder RECORD = RecordLayout.named("ReplayedSubmit", 36);

    // spotless:off
    public static final I64      TASK_ID     = RECORD.i64 ( 0, "taskId",                 ID,    "the task");
    public static final U8       SUBMIT_KIND = RECORD.u8  ( 8, "submitKind",             CODE,  "SubmitKind; 255 where the record before goes on");
    public static final U8       FLAG_BITS   = RECORD.u8  ( 9, "flags",                  FLAGS, "as in SubmitHeader");
    public static final U8       EDGES       = RECORD.u8  (10, "edges",                  COUNT, "how many this record holds");
    public static final U16      AIC_KERNEL  = RECORD.u16 (12, "aicKernel",              ID,    "function id, 65535 if inactive");
    public static final U16      AIV0_KERNEL = RECORD.u16 (14, "aiv0Kernel",             ID,    "function id, 65535 if inactive");
    public static final U16      AIV1_KERNEL = RECORD.u16 (16, "aiv1Kernel",             ID,    "function id, 65535 if inactive");
    public static final U32      BLOCKS      = RECORD.u32 (20, "blocks",                 COUNT, "blocks of the task");
    public static final I64Array PRODUCERS   = RECORD.i64s(24, "producers",  MOST_EDGES, ID,    "the tasks that it comes after");
    public static final U8Array  ARGUMENTS   = RECORD.u8s (56, "arguments",  MOST_EDGES, INDEX, "which argument asks for the edge, 255 if the caller named it");
    public static final U8Array  REASONS     = RECORD.u8s (60, "reasons",    MOST_EDGES, CODE,  "EdgeFlags; from bit 2 on 0 explicit, 1 creator, 2 tensor map; from bit 4 on Overlap");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(64);

    private static final int SOURCE_SHIFT = 2;
    private static final int OVERLAP_SHIFT = 4;
    private static final int TWO_BITS = 3;

    private ReplayedSubmit() {}

    /** The word that begins with {@link #SUBMIT_KIND}, without edges. */
    public static long kinds(int kind, int flags, int aicKernel, int aiv0Kernel) {
        return kind | (long) flags << 8 | (long) aicKernel << 32 | (long) aiv0Kernel << 48;
    }

    /** What the word of {@link #kinds} has more with each edge. */
    public static long oneEdge() {
        return 1L << 16;
    }

    /** The word that begins with {@link #AIV1_KERNEL}. */
    public static long blocks(int aiv1Kernel, int blocks) {
        return aiv1Kernel | (long) blocks << 32;
    }

    /** The bits of an edge in the word of {@link #ARGUMENTS} and {@link #REASONS}. */
    public static long why(int edge, int argument, int reason) {
        return (long) argument << 8 * edge | (long) reason << 32 + 8 * edge;
    }

    /** The byte of {@link #REASONS}. */
    public static int reason(int flags, int source, Overlap overlap) {
        return flags & TWO_BITS | source << SOURCE_SHIFT | overlap.code() << OVERLAP_SHIFT;
    }

    /** The {@link EdgeFlags} of such a byte. */
    public static int flags(int reason) {
        return reason & TWO_BITS;
    }

    /** Who asked: 0 the caller, 1 the owner of a buffer, 2 the tensor map. */
    public static int source(int reason) {
        return reason >>> SOURCE_SHIFT & TWO_BITS;
    }

    /** The code of its {@link Overlap}. */
    public static int overlap(int reason) {
        return reason >>> OVERLAP_SHIFT & TWO_BITS;
    }
}
