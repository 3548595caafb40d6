package io.tidemark.recording;

import io.tidemark.abi.Channel;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.Platform;
import io.tidemark.collector.args.ArgsPools;
import io.tidemark.collector.deps.DepsPools;
import io.tidemark.collector.pmu.PmuPools;
import io.tidemark.collector.scope.ScopePools;
import io.tidemark.collector.swimlane.SwimlanePools;
import io.tidemark.memory.region.ChannelLayout;
import java.util.ArrayList;
import java.util.List;

/** How much of the region each channel has, if it is recorded. Immutable. */
public record ChannelPools(
        SwimlanePools swimlane, ArgsPools args, ScopePools scope, DepsPools deps, PmuPools pmu) {
    public static final ChannelPools DEFAULT =
            new ChannelPools(
                    SwimlanePools.DEFAULT,
                    ArgsPools.DEFAULT,
                    ScopePools.DEFAULT,
                    DepsPools.DEFAULT,
                    PmuPools.DEFAULT);

    public ChannelPools with(SwimlanePools pools) {
        return new ChannelPools(pools, args, scope, deps, pmu);
    }

    public ChannelPools with(ArgsPools pools) {
        return new ChannelPools(swimlane, pools, scope, deps, pmu);
    }

    public ChannelPools with(ScopePools pools) {
        return new ChannelPools(swimlane, args, pools, deps, pmu);
    }

    public ChannelPools with(DepsPools pools) {
        return new ChannelPools(swimlane, args, scope, pools, pmu);
    }

    public ChannelPools with(PmuPools pools) {
        return new ChannelPools(swimlane, args, scope, deps, pools);
    }

    /** One for each channel that the plan records. */
    List<ChannelLayout> layouts(RecordingPlan plan) {
        DfxFlags flags = plan.flags();
        Platform platform = plan.config().platform();
        int cores = plan.config().shape().coreCount();
        List<ChannelLayout> layouts = new ArrayList<>();
        if (flags.records(Channel.SWIMLANE)) {
            layouts.add(swimlane.layout(flags, platform, cores, plan.onFull(), plan.isOnHost()));
        }
        if (flags.records(Channel.ARGS)) {
            layouts.add(args.layout(platform, plan.onFull()));
        }
        if (flags.records(Channel.SCOPE)) {
            layouts.add(scope.layout(plan.onFull()));
        }
        if (flags.records(Channel.DEPS)) {
            layouts.add(deps.layout(plan.onFull()));
        }
        if (flags.records(Channel.PMU)) {
            layouts.add(pmu.layout(platform, cores, plan.onFull()));
        }
        return layouts;
    }
}
