package io.tidemark.recording.run;

import io.tidemark.abi.Channel;
import io.tidemark.capture.swimlane.ClockAnchors;
import io.tidemark.collector.CollectorSession;
import io.tidemark.collector.RunEvidence;
import io.tidemark.recording.plan.ChannelKit;
import io.tidemark.recording.plan.ExportChoice;
import io.tidemark.recording.plan.Recorded;
import io.tidemark.runtime.RuntimeKind;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Closes the books of every channel of a session and writes its artifacts: after a run, and again
 * when a run that died is recovered. In the order of the kits.
 */
public final class ChannelExports {
    private final CollectorSession session;
    private final List<ChannelKit> kits;
    private final RunEvidence evidence;

    /**
     * @param anchors readings of both clocks, if there were any
     * @param export whether the records file is written
     */
    public ChannelExports(
            CollectorSession session,
            List<ChannelKit> kits,
            RunFacts facts,
            RuntimeKind runtime,
            Optional<ClockAnchors> anchors,
            ExportChoice export) {
        this.session = session;
        this.kits = kits;
        this.evidence =
                new RunEvidence(
                        facts.isOk(),
                        facts.subtasks(),
                        facts.dispatched(),
                        facts.submits(),
                        facts.retired(),
                        facts.endTick(),
                        runtime.side(),
                        runtime.label(),
                        anchors,
                        export.writes(facts.subtasks()));
    }

    public Recorded write() throws IOException {
        List<Channel> there = session.channels();
        Recorded recorded = Recorded.NOTHING;
        for (ChannelKit kit : kits) {
            if (there.contains(kit.channel())) {
                recorded = recorded.plus(Recorded.of(kit.sink().apply(session).finish(evidence)));
            }
        }
        session.keepTables();
        return recorded.whole();
    }
}
