package io.tidemark.recording.plan;

import io.tidemark.abi.args.ArgsChannel;
import io.tidemark.abi.deps.DepsChannel;
import io.tidemark.abi.pmu.PmuChannel;
import io.tidemark.abi.scope.ScopeChannel;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.collector.args.ArgsPools;
import io.tidemark.collector.args.ArgsSink;
import io.tidemark.collector.deps.DepsPools;
import io.tidemark.collector.deps.DepsSink;
import io.tidemark.collector.pmu.PmuPools;
import io.tidemark.collector.pmu.PmuSink;
import io.tidemark.collector.scope.ScopePools;
import io.tidemark.collector.scope.ScopeSink;
import io.tidemark.collector.swimlane.SwimlanePools;
import io.tidemark.collector.swimlane.SwimlaneSink;
import io.tidemark.runtime.recording.StandardRecorders;
import io.tidemark.runtime.replay.DependencyReplay;
import java.util.List;

/** The channels that a recording knows by itself. A new channel is one entry here. */
public final class ChannelKits {
    /** In the order in which they are exported: what a hang needs most comes first. */
    public static final List<ChannelKit> STANDARD = List.of(
            new ChannelKit(ScopeChannel.CHANNEL, ScopePools.DEFAULT, StandardRecorders::scope, ScopeSink::new),
            new ChannelKit(ArgsChannel.CHANNEL, ArgsPools.DEFAULT, StandardRecorders::args, ArgsSink::new),
            new ChannelKit(
                    SwimlaneChannel.CHANNEL, SwimlanePools.DEFAULT, StandardRecorders::swimlane, SwimlaneSink::new),
            new ChannelKit(
                    DepsChannel.CHANNEL,
                    DepsPools.DEFAULT,
                    StandardRecorders::deps,
                    session -> new DepsSink(session, DependencyReplay::new)),
            new ChannelKit(PmuChannel.CHANNEL, PmuPools.DEFAULT, StandardRecorders::pmu, PmuSink::new));

    private ChannelKits() {}
}
