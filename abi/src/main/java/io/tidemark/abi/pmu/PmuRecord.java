package io.tidemark.abi.pmu;

import static io.tidemark.abi.layout.Unit.BYTES;
import static io.tidemark.abi.layout.Unit.CODE;
import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.FLAGS;
import static io.tidemark.abi.layout.Unit.ID;
import static io.tidemark.abi.layout.Unit.INDEX;
import static io.tidemark.abi.layout.Unit.TICKS;

import io.tidemark.abi.layout.I32;
import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U16;
import io.tidemark.abi.layout.U32;
import io.tidemark.abi.layout.U32Array;
import io.tidemark.abi.layout.U8;

/**
 * The counters of one finished subtask. A value counts only if its bit is set in {@code known}: a
 * counter that the platform does not have is no zero. Fields are plain: the publish word releases
 * the whole record.
 */
public final class PmuRecord {
    /** Counters that an event group has at most, on any platform. */
    public static final int EVENT_COUNTERS = 10;

    /** Bit of {@code known} of the first {@link ArgumentCounter}; below it the event counters. */
    public static final int ARGUMENT_BITS = 16;

    private static final RecordLayout.Builder RECORD = RecordLayout.named("PmuRecord", 40);

    // spotless:off
    public static final I64      TASK_ID        = RECORD.i64 (  0, "taskId",                        ID,    "repeats if a task runs on several cores");
    public static final I64      START_TICK     = RECORD.i64 (  8, "startTick",                     TICKS, "core clock on entry to the kernel");
    public static final I64      TOTAL_CYCLES   = RECORD.i64 ( 16, "totalCycles",                   TICKS, "from entry to return");
    public static final I32      FUNCTION_ID    = RECORD.i32 ( 24, "functionId",                    ID,    "the kernel");
    public static final U32      KNOWN          = RECORD.u32 ( 28, "known",                         FLAGS, "bit i: event counter i; bit 16 + i: argument counter i");
    public static final U32Array COUNTERS       = RECORD.u32s( 32, "counters",      EVENT_COUNTERS, COUNT, "counters of the event group, in its order");
    public static final I64      READ_BYTES     = RECORD.i64 ( 72, "readBytes",                     BYTES, "of the tensor arguments that the task reads");
    public static final I64      WRITE_BYTES    = RECORD.i64 ( 80, "writeBytes",                    BYTES, "of the tensor arguments that the task writes");
    public static final I64      READ_ELEMENTS  = RECORD.i64 ( 88, "readElements",                  COUNT, "of the tensor arguments that the task reads");
    public static final I64      WRITE_ELEMENTS = RECORD.i64 ( 96, "writeElements",                 COUNT, "of the tensor arguments that the task writes");
    public static final I64      INVOCATIONS    = RECORD.i64 (104, "invocations",                   COUNT, "kernel calls on the core since its subtask before");
    public static final U16      CORE           = RECORD.u16 (112, "core",                          INDEX, "where it ran");
    public static final U16      EVENT          = RECORD.u16 (114, "event",                         CODE,  "PmuEvent");
    public static final U8       THREAD         = RECORD.u8  (116, "thread",                        INDEX, "scheduler of the core");
    public static final U8       CORE_TYPE      = RECORD.u8  (117, "coreType",                      CODE,  "0 cube core, 1 vector core");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(128);

    private PmuRecord() {}
}
