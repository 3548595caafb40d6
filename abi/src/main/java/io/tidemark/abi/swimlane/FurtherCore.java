package io.tidemark.abi.swimlane;

import static io.tidemark.abi.layout.Unit.CODE;
import static io.tidemark.abi.layout.Unit.INDEX;

import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U16;

/**
 * A core that {@link SwimlaneTopology} has no room for. One each follows it in the extra bytes, in
 * the order of the cores.
 */
public final class FurtherCore {
    private static final RecordLayout.Builder RECORD = RecordLayout.named("FurtherCore", 140);

    // spotless:off
    public static final U16 CORE_TYPE   = RECORD.u16(0, "coreType",   CODE,  "0 cube core, 1 vector core");
    public static final U16 CORE_THREAD = RECORD.u16(2, "coreThread", INDEX, "scheduler of the core");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(8);

    private FurtherCore() {}
}
