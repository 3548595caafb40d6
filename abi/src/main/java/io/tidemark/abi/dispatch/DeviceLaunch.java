package io.tidemark.abi.dispatch;

import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.ID;

import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U32;

/**
 * What a persistent kernel is started with: where the words lie that it shares with the host, and
 * how many cores it has. Addresses are the device's. Written before the launch, never after it.
 */
public final class DeviceLaunch {
    /** Words of {@link #ENDED}, a power of two; tasks that share one overwrite each other's. */
    public static final int ENDED_WORDS = 1 << 13;

    private static final RecordLayout.Builder RECORD = RecordLayout.named("DeviceLaunch", 121);

    // spotless:off
    public static final I64 REGISTERS       = RECORD.i64( 0, "registers",      ID,    "first CoreRegisterWords");
    public static final I64 PAYLOADS        = RECORD.i64( 8, "payloads",       ID,    "first DispatchPayload");
    public static final I64 CONTROL         = RECORD.i64(16, "control",        ID,    "the DeviceControl of the run");
    public static final I64 JOURNAL_HEADS   = RECORD.i64(24, "journalHeads",   ID,    "first JournalHead");
    public static final I64 JOURNAL         = RECORD.i64(32, "journal",        ID,    "first JournalRecord of core 0");
    public static final U32 JOURNAL_RECORDS = RECORD.u32(40, "journalRecords", COUNT, "places of each core's journal, a power of two; 0 if nobody records");
    public static final U32 CORES           = RECORD.u32(44, "cores",          COUNT, "cores; the block behind them answers the clock, and in programs that dump one more dumps for schedulers");
    public static final U32 CUBE_CORES      = RECORD.u32(48, "cubeCores",      COUNT, "cores of the first kind; the others are vector cores");
    public static final U32 RUN             = RECORD.u32(52, "run",            COUNT, "number of the launch, from 1 on");
    public static final I64 GRAPH           = RECORD.i64(56, "graph",          ID,    "the DeviceGraph that cores resolve after TM_RUN_GRAPH; the host may write it after the launch");
    public static final I64 DISPATCH        = RECORD.i64(64, "dispatch",       ID,    "dispatch word of each core that works on a graph, one after the other; the host writes here, not to the registers");
    public static final I64 MAILBOXES       = RECORD.i64(72, "mailboxes",      ID,    "where cores that work on a graph look for their dispatch word: a copy in device memory, or the same words");
    public static final I64 ABORT           = RECORD.i64(80, "abort",          ID,    "where cores look for the abort word: a copy in device memory, or the control's own");
    public static final I64 MESSAGES        = RECORD.i64(88, "messages",       ID,    "first DispatchMessage");
    public static final I64 ENDED           = RECORD.i64(96, "ended",          ID,    "ENDED_WORDS words, 0 at the launch: the task id plus one of a task that tells its end, at 4 * (id + 1) + ring of them");
    public static final I64 DUMP            = RECORD.i64(104, "dump",          ID,    "first core's ring of dumped arguments, and behind those of all cores that of the block which dumps for schedulers; 0 if nobody dumps");
    public static final U32 DUMP_BYTES      = RECORD.u32(112, "dumpBytes",     COUNT, "bytes of each core's ring, a power of two");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(120);

    private DeviceLaunch() {}
}
