package io.tidemark.abi.swimlane;

import static io.tidemark.abi.layout.Unit.ID;
import static io.tidemark.abi.layout.Unit.TICKS;

import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U16;
import io.tidemark.abi.layout.U32;

/**
 * One kernel run, timed by the core that ran it. Fields are plain: the lane's publish word releases
 * the whole record.
 */
public final class AicoreTaskRecord {
    private static final RecordLayout.Builder RECORD = RecordLayout.named("AicoreTaskRecord", 1);

    // spotless:off
    public static final I64 START_TICK             = RECORD.i64( 0, "startTick",           TICKS, "core clock on entry to the kernel");
    public static final I64 END_TICK               = RECORD.i64( 8, "endTick",             TICKS, "core clock on return, never earlier");
    public static final U32 TASK_LOCAL             = RECORD.u32(16, "taskLocal",           ID,    "low half of the task id; repeats if a task runs on several cores");
    public static final U16 TASK_RING              = RECORD.u16(20, "taskRing",            ID,    "high half of the task id");
    public static final U16 FUNCTION_ID            = RECORD.u16(22, "functionId",          ID,    "the kernel that ran");
    public static final U32 REG_TASK_ID            = RECORD.u32(24, "regTaskId",           ID,    "dispatch token; with the core it joins AicpuTaskRecord");
    public static final U32 RECEIVE_TO_START_TICKS = RECORD.u32(28, "receiveToStartTicks", TICKS, "from seeing the token to startTick, kept at 2^31-1 if longer; bit 31: the kernel threw");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(32); // two to a cache line, none across one

    /** Task id and function id in one word: a record is filled by four stores. */
    public static final I64 TASK = new I64(TASK_LOCAL.offset());

    private static final int FUNCTION_SHIFT = 48;

    /** Longest time that {@link #RECEIVE_TO_START_TICKS} holds. */
    public static final long MOST_RECEIVE_TO_START_TICKS = 0x7FFF_FFFFL;

    private static final long THREW = 0x8000_0000L;

    private AicoreTaskRecord() {}

    /** The bits of a word of {@link #TASK} that are the task id. */
    public static final long TASK_ID_BITS = (1L << FUNCTION_SHIFT) - 1;

    /** The word of {@link #TASK}. */
    public static long task(long taskId, int functionId) {
        return taskId | (long) functionId << FUNCTION_SHIFT;
    }

    /** The task id in a word of {@link #TASK}. */
    public static long taskId(long task) {
        return task & TASK_ID_BITS;
    }

    /** The function id in a word of {@link #TASK}. */
    public static int functionId(long task) {
        return (int) (task >>> FUNCTION_SHIFT);
    }

    /** The word of {@link #RECEIVE_TO_START_TICKS}. */
    public static long receiveToStart(long ticks, boolean threw) {
        return Math.min(ticks, MOST_RECEIVE_TO_START_TICKS) | (threw ? THREW : 0);
    }

    /** The time in a word of {@link #RECEIVE_TO_START_TICKS}. */
    public static long receiveToStartTicks(long word) {
        return word & MOST_RECEIVE_TO_START_TICKS;
    }

    /** Whether a word of {@link #RECEIVE_TO_START_TICKS} says that the kernel threw. */
    public static boolean threw(long word) {
        return (word & THREW) != 0;
    }
}
