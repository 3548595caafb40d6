package io.tidemark.abi.deps;

import io.tidemark.abi.Channel;
import io.tidemark.abi.DfxFeature;

/** The dependencies: what each submit said, and the edges that follow from it. */
public final class DepsChannel {
    /** The file of a capture that holds the graph. */
    public static final String FILE = "deps.json";

    public static final Channel CHANNEL = Channel.named("deps", 4)
            .flag(DfxFeature.DEP_GEN)
            .option("--dep-gen")
            .streams(DepsStream.values())
            .records(
                    SubmitHeader.LAYOUT,
                    SubmitTensor.LAYOUT,
                    SubmitStrides.LAYOUT,
                    SubmitDependencies.LAYOUT,
                    SubmitResult.LAYOUT,
                    SubmitReferences.LAYOUT)
            .artifacts(FILE)
            .build();

    private DepsChannel() {}
}
