package io.tidemark.abi.region;

import static io.tidemark.abi.layout.Unit.BYTES;
import static io.tidemark.abi.layout.Unit.CODE;
import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.FLAGS;
import static io.tidemark.abi.layout.Unit.HERTZ;
import static io.tidemark.abi.layout.Unit.ID;
import static io.tidemark.abi.layout.Unit.MILLIS;
import static io.tidemark.abi.layout.Unit.NANOS;
import static io.tidemark.abi.layout.Unit.OFFSET;
import static io.tidemark.abi.layout.Unit.TICKS;

import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U32;

/**
 * The first bytes of every region. The host, which creates the region, writes the first 128 bytes
 * before anyone else sees it, the magic last; after that only the liveness lines change, each by
 * its own process. Behind it lies {@link RunStatus}, and the rest of the page holds {@code
 * factsBytes} of UTF-8 text: one {@code name=value} per line, about who made the run.
 */
public final class RegionHeader {
    /** "TIDEMARK" in the file, read as a little-endian word. */
    public static final long MAGIC = 0x4B52414D45444954L;

    /** Header, run status and facts together fill one page. */
    public static final int PAGE_BYTES = 4096;

    public static final int FACTS_AT = 320;

    private static final RecordLayout.Builder RECORD = RecordLayout.named("RegionHeader", 100);

    // spotless:off
    public static final I64 MAGIC_WORD               = RECORD.i64(  0, "magic",                  CODE,   "TIDEMARK; written last, so a region without it was never finished");
    public static final U32 ABI_VERSION              = RECORD.u32(  8, "abiVersion",             CODE,   "AbiVersion of the maker");
    public static final U32 HEADER_BYTES             = RECORD.u32( 12, "headerBytes",            BYTES,  "this page, facts included");
    public static final I64 REGION_BYTES             = RECORD.i64( 16, "regionBytes",            BYTES,  "the whole file; a shorter file was cut");
    public static final I64 DFX_FLAGS                = RECORD.i64( 24, "dfxFlags",               FLAGS,  "DfxFlags of the run");
    public static final U32 PLATFORM                 = RECORD.u32( 32, "platform",               CODE,   "Platform");
    public static final U32 SIMULATED                = RECORD.u32( 36, "simulated",              CODE,   "1 if the chip is simulated, 0 if it is silicon");
    public static final I64 DIRECTORY_AT             = RECORD.i64( 40, "directoryAt",            OFFSET, "first StreamEntry");
    public static final U32 DIRECTORY_ENTRIES        = RECORD.u32( 48, "directoryEntries",       COUNT,  "how many follow each other");
    public static final U32 DIRECTORY_ENTRY_BYTES    = RECORD.u32( 52, "directoryEntryBytes",    BYTES,  "from one entry to the next");
    public static final I64 CLOCK_HZ                 = RECORD.i64( 56, "clockHz",                HERTZ,  "what a tick of this region is");
    public static final I64 ANCHOR_TICK              = RECORD.i64( 64, "anchorTick",             TICKS,  "device clock at the anchor");
    public static final I64 ANCHOR_MONOTONIC_NANOS   = RECORD.i64( 72, "anchorMonotonicNanos",   NANOS,  "the maker's monotonic clock at the anchor");
    public static final I64 ANCHOR_EPOCH_NANOS       = RECORD.i64( 80, "anchorEpochNanos",       NANOS,  "wall clock at the anchor, since 1970");
    public static final I64 ANCHOR_UNCERTAINTY_NANOS = RECORD.i64( 88, "anchorUncertaintyNanos", NANOS,  "how far apart the three readings may lie");
    public static final U32 CORES                    = RECORD.u32( 96, "cores",                  COUNT,  "cores of this run");
    public static final U32 AICPU_THREADS            = RECORD.u32(100, "aicpuThreads",           COUNT,  "schedulers and orchestrator of this run");
    public static final U32 ARGS_LEVEL               = RECORD.u32(104, "argsLevel",              CODE,   "0 off, 1 marked, 2 all, 3 all described and marked stored");
    public static final U32 PMU_EVENT                = RECORD.u32(108, "pmuEvent",               CODE,   "counter set, 0 if counters are off");
    public static final U32 FACTS_BYTES              = RECORD.u32(112, "factsBytes",             BYTES,  "UTF-8 text at 320");
    public static final I64 BOARD_AT                 = RECORD.i64(120, "boardAt",                OFFSET, "RunBoard and one CoreBoard per core behind it, 0 if there is none");
    public static final I64 OWNER_PID                = RECORD.i64(128, "ownerPid",               ID,     "process of the host half");
    public static final I64 OWNER_START_MILLIS       = RECORD.i64(136, "ownerStartMillis",       MILLIS, "when it started, since 1970; a pid alone is reused");
    public static final I64 OWNER_MARK_NANOS         = RECORD.i64(144, "ownerMarkNanos",         NANOS,  "wall clock when it said who it is");
    public static final U32 STATE                    = RECORD.u32(152, "state",                  CODE,   "RegionState, by the host half");
    public static final I64 RUN_ID                   = RECORD.i64(160, "runId",                  ID,     "the run's own number, which its capture has too; 0 of a maker before it");
    public static final I64 CAPTURE_DEVICE           = RECORD.i64(168, "captureDevice",          ID,     "file system of spool/run.lock in the capture of the run, as stat(2) says it");
    public static final I64 CAPTURE_INODE            = RECORD.i64(176, "captureInode",           ID,     "inode of that file: a copy of the capture has another");
    public static final I64 DEVICE_PID               = RECORD.i64(192, "devicePid",              ID,     "process of the device half");
    public static final I64 DEVICE_START_MILLIS      = RECORD.i64(200, "deviceStartMillis",      MILLIS, "when it started, since 1970");
    public static final I64 DEVICE_MARK_NANOS        = RECORD.i64(208, "deviceMarkNanos",        NANOS,  "wall clock when it said who it is");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(256); // three writers, three sets of lines

    private RegionHeader() {}
}
