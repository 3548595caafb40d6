package io.tidemark.abi.scope;

import io.tidemark.abi.Channel;
import io.tidemark.abi.DfxFeature;

/** The scope statistics: how full the rings were at both ends of each scope. */
public final class ScopeChannel {
    /** The file of a capture that holds the scope statistics. */
    public static final String DIRECTORY = "scope_stats";

    /** The samples, in {@link #DIRECTORY}. */
    public static final String FILE = "scope_stats.jsonl";

    public static final Channel CHANNEL = Channel.named("scope", 3)
            .flag(DfxFeature.SCOPE_STATS)
            .option("--scope-stats")
            .streams(ScopeStream.values())
            .records(ScopeCapacities.LAYOUT)
            .artifacts(DIRECTORY + "/" + FILE)
            .build();

    private ScopeChannel() {}
}
