package io.tidemark.recording;

import io.tidemark.abi.Channel;
import io.tidemark.capture.swimlane.ClockAnchors;
import io.tidemark.collector.ChannelResult;
import io.tidemark.collector.CollectorSession;
import io.tidemark.collector.args.ArgsCollector;
import io.tidemark.collector.args.ArgsResult;
import io.tidemark.collector.deps.DepsExport;
import io.tidemark.collector.pmu.PmuExport;
import io.tidemark.collector.scope.ScopeExport;
import io.tidemark.collector.swimlane.SwimlaneCollector;
import io.tidemark.collector.swimlane.SwimlaneExpectation;
import io.tidemark.collector.swimlane.SwimlaneResult;
import io.tidemark.runtime.RuntimeKind;
import io.tidemark.runtime.replay.DependencyReplay;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Closes the books of every channel of a session and writes its artifacts: after a run, and again
 * when a run that died is recovered. What a hang needs most comes first.
 */
final class ChannelExports {
    private static final List<Channel> ORDER =
            List.of(Channel.SCOPE, Channel.ARGS, Channel.SWIMLANE, Channel.DEPS, Channel.PMU);

    private final CollectorSession session;
    private final RunFacts facts;
    private final RuntimeKind runtime;
    private final Optional<ClockAnchors> anchors;

    /**
     * @param anchors readings of both clocks, if there were any
     */
    ChannelExports(
            CollectorSession session,
            RunFacts facts,
            RuntimeKind runtime,
            Optional<ClockAnchors> anchors) {
        this.runtime = runtime;
        this.anchors = anchors;
        this.session = session;
        this.facts = facts;
    }

    Recorded write() throws IOException {
        List<Channel> there = session.channels();
        Recorded recorded = Recorded.NOTHING;
        for (Channel channel : ORDER) {
            if (there.contains(channel)) {
                recorded = recorded.plus(write(channel));
            }
        }
        return recorded.whole();
    }

    private Recorded write(Channel channel) throws IOException {
        return switch (channel) {
            case SCOPE -> of(new ScopeExport(session).finish(!facts.isOk(), facts.endTick()));
            case ARGS -> args();
            case SWIMLANE -> swimlane();
            case DEPS ->
                    of(
                            new DepsExport(session, runtime.label())
                                    .finish(
                                            new DependencyReplay(),
                                            !facts.isOk(),
                                            facts.submits(),
                                            facts.endTick()));
            case PMU -> of(new PmuExport(session).finish(facts.subtasks(), facts.endTick()));
        };
    }

    private Recorded args() throws IOException {
        ArgsResult args = new ArgsCollector(session).finish(facts.subtasks(), facts.endTick());
        return Recorded.of(args.verdict(), args.books(), List.of());
    }

    private Recorded swimlane() throws IOException {
        SwimlaneCollector collector = new SwimlaneCollector(session, runtime.label());
        SwimlaneExpectation expected =
                new SwimlaneExpectation(facts.subtasks(), facts.submits(), facts.retired());
        SwimlaneResult swimlane =
                runtime.buildsOnHost()
                        ? collector.finishOnHost(expected, facts.endTick(), anchors)
                        : collector.finish(expected, facts.endTick(), anchors);
        return Recorded.of(swimlane.verdict(), swimlane.books(), swimlane.clocks());
    }

    private static Recorded of(ChannelResult result) {
        return Recorded.of(result.verdict(), result.books(), result.clocks());
    }
}
