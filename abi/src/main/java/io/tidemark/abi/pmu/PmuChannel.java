package io.tidemark.abi.pmu;

import io.tidemark.abi.Channel;
import io.tidemark.abi.DfxFeature;

/** The counters: what a core counted during each kernel run. */
public final class PmuChannel {
    /** The file of a capture that holds the counters. */
    public static final String FILE = "pmu.csv";

    public static final Channel CHANNEL = Channel.named("pmu", 5)
            .flag(DfxFeature.PMU)
            .option("--pmu")
            .streams(PmuStream.values())
            .artifacts(FILE)
            .build();

    private PmuChannel() {}
}
