package io.tidemark.abi.scope;

import static io.tidemark.abi.layout.Unit.BYTES;
import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.FLAGS;

import io.tidemark.abi.layout.I64Array;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U32;
import io.tidemark.abi.layout.U32Array;

/**
 * The extra bytes of the scope channel: how much each ring has, and whether the run failed. Written
 * by the device half, the capacities before its first sample.
 */
public final class ScopeCapacities {
    /** Rings that a scope may use. */
    public static final int RINGS = 4;

    private static final RecordLayout.Builder RECORD = RecordLayout.named("ScopeCapacities", 120);

    // spotless:off
    public static final U32Array TASK_WINDOW = RECORD.u32s( 0, "taskWindow", RINGS, COUNT, "task slots of each ring");
    public static final U32Array DEP_POOL    = RECORD.u32s(16, "depPool",    RINGS, COUNT, "dependency nodes of each ring");
    public static final I64Array HEAP_BYTES  = RECORD.i64s(32, "heapBytes",  RINGS, BYTES, "output memory of each ring");
    public static final U32      TENSOR_MAP  = RECORD.u32 (64, "tensorMap",         COUNT, "entries of the tensor map");
    public static final U32      FATAL       = RECORD.u32 (68, "fatal",             FLAGS, "1 once a fatal error was latched");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(72);

    private ScopeCapacities() {}
}
