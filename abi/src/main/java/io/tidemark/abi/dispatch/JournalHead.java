package io.tidemark.abi.dispatch;

import static io.tidemark.abi.layout.Unit.BYTES;
import static io.tidemark.abi.layout.Unit.CODE;
import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.OFFSET;

import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U32;

/**
 * Both ends of a core's journal and of its ring of dumped arguments, and the last failure of one of
 * its kernels. The first line is the host's, the second the device's. Behind those of the cores
 * there is one of the block that dumps for schedulers, which has a ring and no journal.
 */
public final class JournalHead {
    private static final RecordLayout.Builder RECORD = RecordLayout.named("JournalHead", 124);

    // spotless:off
    public static final I64 CONSUMED       = RECORD.i64( 0, "consumed",      COUNT, "host: records taken out of the ring");
    public static final I64 FIRST          = RECORD.i64( 8, "first",         COUNT, "host: number of the first record of the run, before the launch");
    public static final I64 DUMP_RELEASED  = RECORD.i64(16, "dumpReleased",  BYTES, "host: bytes taken out of the core's ring of dumped arguments in this run");
    public static final I64 DUMP_ASKED     = RECORD.i64(24, "dumpAsked",     COUNT, "host: of the block that dumps for schedulers only: twice the number of the stage that it is asked for in this run, from 1 on, and 1 more where that is what the task has given");
    public static final I64 DUMP_ARGUMENTS = RECORD.i64(32, "dumpArguments", OFFSET, "host: of that block only: DispatchArguments of the task that it is asked for, from the first payload, before the launch");
    public static final U32 FAILED_TOKEN   = RECORD.u32(64, "failedToken",   CODE,  "device: token plus one of the last kernel that failed, 0 if none; of the block that dumps for schedulers not 0 when it has left before the run ended");
    public static final U32 FAILURE        = RECORD.u32(68, "failure",       CODE,  "device: what it failed with");
    public static final I64 FAILURE_DETAIL = RECORD.i64(72, "failureDetail", CODE,  "device: a number that belongs to it");
    public static final I64 DUMP_WRITTEN   = RECORD.i64(80, "dumpWritten",   BYTES, "device: bytes put into that ring in this run; what they are is there before");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(128);

    private JournalHead() {}
}
