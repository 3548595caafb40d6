package io.tidemark.abi.swimlane;

import io.tidemark.abi.Channel;
import io.tidemark.abi.DfxFeature;

/** The swimlane: what cores, schedulers and orchestrator did when. */
public final class SwimlaneChannel {
    /** The file of a capture that holds the records. */
    public static final String FILE = "chip_swimlane_records.json";

    public static final Channel CHANNEL = Channel.named("swimlane", 1)
            .flag(DfxFeature.CHIP_SWIMLANE_AICORE_TIMING)
            .option("--chip-swimlane")
            .streams(SwimlaneStream.values())
            .records(SwimlaneTopology.LAYOUT, FurtherCore.LAYOUT)
            .artifacts(FILE)
            .build();

    private SwimlaneChannel() {}
}
