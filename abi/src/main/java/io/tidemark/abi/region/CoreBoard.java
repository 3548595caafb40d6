package io.tidemark.abi.region;

import static io.tidemark.abi.layout.Unit.CODE;
import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.TICKS;

import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.RecordLayout;

/**
 * What one core has, for a recovery after the run died. The first line is written by the core's
 * scheduler, one store per dispatch and one per completion; the second by the thread that drives
 * the device half, when it looks and finds a change.
 *
 * <pre>
 *   a task word:  bits 40..63  function id plus one, 0 for no task
 *                 bits 34..39  the low bits of the dispatch token: which of two came first
 *                 bits  0..33  task id
 * </pre>
 */
public final class CoreBoard {
    private static final int FUNCTION_SHIFT = 40;
    private static final int TOKEN_SHIFT = 34;
    private static final long TOKEN_MASK = 0x3F;
    private static final long TASK_MASK = (1L << TOKEN_SHIFT) - 1;

    private static final RecordLayout.Builder RECORD = RecordLayout.named("CoreBoard", 115);

    // spotless:off
    public static final I64 EVEN_TASK  = RECORD.i64( 0, "evenTask",  CODE,  "task of the payload buffer for even tokens, 0 for none");
    public static final I64 ODD_TASK   = RECORD.i64( 8, "oddTask",   CODE,  "task of the payload buffer for odd tokens, 0 for none");
    public static final I64 PROGRESS   = RECORD.i64(64, "progress",  COUNT, "kernels entered in the high half, kernels left in the low half");
    public static final I64 SINCE_TICK = RECORD.i64(72, "sinceTick", TICKS, "device clock of the look that first saw it so");
    public static final I64 START_TICK = RECORD.i64(80, "startTick", TICKS, "device clock when the kernel it was in began, 0 if nobody recorded it");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(128); // two writers, two lines

    private CoreBoard() {}

    public static long taskWord(long taskId, int token, int functionId) {
        return (long) (functionId + 1) << FUNCTION_SHIFT | (token & TOKEN_MASK) << TOKEN_SHIFT | taskId & TASK_MASK;
    }

    public static long taskId(long word) {
        return word & TASK_MASK;
    }

    public static int functionId(long word) {
        return (int) (word >>> FUNCTION_SHIFT) - 1;
    }

    /**
     * Whether a task is in the kernel that a progress word names: tokens of a core count from 1,
     * and so do the kernels that it enters.
     */
    public static boolean isEntered(long word, long progress) {
        return (word >>> TOKEN_SHIFT & TOKEN_MASK) == (progress >>> 32 & TOKEN_MASK);
    }

    /** Whether the task of one word was dispatched before that of another on the same core. */
    public static boolean isOlder(long word, long other) {
        long distance = (other >>> TOKEN_SHIFT) - (word >>> TOKEN_SHIFT) & TOKEN_MASK;
        return distance <= TOKEN_MASK / 2;
    }
}
