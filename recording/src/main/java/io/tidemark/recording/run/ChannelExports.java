package io.tidemark.recording.run;

import io.tidemark.abi.Channel;
import io.tidemark.capture.file.OwnFiles;
import io.tidemark.capture.swimlane.ClockAnchors;
import io.tidemark.collector.ChannelSink;
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
    private static final long BYTES_OF_A_TASK = 192; // in table files, more or less

    private final CollectorSession session;
    private final List<ChannelSink> sinks;
    private final ExportChoice export;

    /**
     * @param kits every channel that the session may have
     * @param export whether the files of simpler are written, too
     */
    public ChannelExports(CollectorSession session, List<ChannelKit> kits, ExportChoice export) {
        this.session = session;
        this.export = export;
        List<Channel> there = session.channels();
        sinks = kits.stream()
                .filter(kit -> there.contains(kit.channel()))
                .map(kit -> kit.sink().apply(session))
                .toList();
    }

    /** A run is about to begin; not for one that is recovered. */
    public void begin() {
        sinks.forEach(ChannelSink::begin);
    }

    /**
     * @param anchors readings of both clocks, if there were any
     */
    public Recorded write(RunFacts facts, RuntimeKind runtime, Optional<ClockAnchors> anchors) throws IOException {
        try {
            OwnFiles.requireNoLinks(session.captureDirectory());
        } catch (IOException link) {
            throw session.unfinished(link);
        }
        RunEvidence evidence = new RunEvidence(
                facts.isOk(),
                facts.subtasks(),
                facts.dispatched(),
                facts.submits(),
                facts.retired(),
                facts.arguments(),
                facts.endTick(),
                runtime.side(),
                runtime.label(),
                anchors);
        Recorded recorded = Recorded.NOTHING;
        for (ChannelSink sink : sinks) {
            recorded = recorded.plus(Recorded.of(sink.finish(evidence)));
        }
        session.keepTables();
        if (export.writes(tasks(facts))) {
            writeFiles();
        }
        return recorded.whole();
    }

    private void writeFiles() throws IOException {
        try {
            SimplerFiles.write(session.captureDirectory(), session.captureDirectory());
        } catch (IOException e) {
            throw session.unfinished(e);
        }
    }

    /** Kernel runs; for a run that did not report them, an estimate from the collected bytes. */
    private long tasks(RunFacts facts) {
        return facts.subtasks() >= 0 ? facts.subtasks() : session.collectedBytes() / BYTES_OF_A_TASK;
    }
}
