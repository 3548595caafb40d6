package io.tidemark.abi.swimlane;

import static io.tidemark.abi.layout.Unit.CODE;
import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.INDEX;

import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U32;
import io.tidemark.abi.layout.U8Array;

/**
 * The extra bytes of the swimlane channel: which cores there were and who scheduled them, so that a
 * reader after death needs nothing but the region. Written once by the host half, before the device
 * runs.
 */
public final class SwimlaneTopology {
    /** Cores that it has room for; a {@link FurtherCore} follows for each one more. */
    public static final int MAX_CORES = 128;

    /** {@code coreTypes} of a cube core. */
    public static final int AIC = 0;

    /** {@code coreTypes} of a vector core. */
    public static final int AIV = 1;

    private static final RecordLayout.Builder RECORD = RecordLayout.named("SwimlaneTopology", 113);

    // spotless:off
    public static final U32 CORES        = RECORD.u32(  0, "cores",                              COUNT, "cores of this run");
    public static final U32 SCHEDULERS   = RECORD.u32(  4, "schedulers",                         COUNT, "scheduler threads of this run");
    public static final U32 MAX_THREADS  = RECORD.u32(  8, "maxThreads",                         COUNT, "threads the platform has; the export lists as many");
    public static final U8Array CORE_TYPES   = RECORD.u8s( 64, "coreTypes",   MAX_CORES, CODE,  "0 cube core, 1 vector core");
    public static final U8Array CORE_THREADS = RECORD.u8s(192, "coreThreads", MAX_CORES, INDEX, "scheduler of each core");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(320);

    private SwimlaneTopology() {}

    /** Extra bytes of a run with {@code cores} cores. */
    public static long sizeBytes(int cores) {
        return furtherAt(0, Math.max(cores, MAX_CORES));
    }

    /**
     * Where the {@link FurtherCore} of a core lies.
     *
     * @param at where the topology begins
     * @param core {@link #MAX_CORES} or more
     */
    public static long furtherAt(long at, int core) {
        return at + LAYOUT.sizeBytes() + (long) (core - MAX_CORES) * FurtherCore.LAYOUT.sizeBytes();
    }
}
