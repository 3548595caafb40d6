package io.tidemark.abi.dispatch;

import static io.tidemark.abi.layout.Unit.CODE;
import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.TICKS;

import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U32;

/**
 * One kernel run as a core of a device reports it, in that core's ring. The device writes two
 * halves of 16 bytes, each in one piece and without a fence; each proves itself by a generation,
 * the low half of the number of the record in its ring plus one. A reader takes the record when
 * both generations are the one that it expects.
 *
 * <p>Where the device resolves the graph and the host wants dispatch and finish or cycles too
 * ({@link DeviceGraph#KERNEL_RECORDS}), a second record follows. Its start and end are when the
 * core took the task from the ready list, and when the task's consumers had been notified of its end, 0
 * if it did not end well. Where the code of the device counts cycles, its token is how many the
 * kernel took: one at least, 2^32-1 where there were more.
 */
public final class JournalRecord {
    private static final RecordLayout.Builder RECORD = RecordLayout.named("JournalRecord", 123);

    // spotless:off
    public static final U32 START_GENERATION       = RECORD.u32( 0, "startGeneration",     COUNT, "generation of the first half");
    public static final U32 RECEIVE_TO_START_TICKS = RECORD.u32( 4, "receiveToStartTicks", TICKS, "from seeing the token to startTick");
    public static final I64 START_TICK             = RECORD.i64( 8, "startTick",           TICKS, "core clock on entry to the kernel");
    public static final U32 END_GENERATION         = RECORD.u32(16, "endGeneration",       COUNT, "generation of the second half");
    public static final U32 TOKEN                  = RECORD.u32(20, "token",               CODE,  "dispatch token, or the number of the task where the device resolves the graph; of a second record cycles, if they are counted");
    public static final I64 END_TICK               = RECORD.i64(24, "endTick",             TICKS, "core clock on return");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(32);

    private JournalRecord() {}
}
