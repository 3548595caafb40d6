package io.tidemark.collector.deps;

import io.tidemark.abi.deps.DepsChannel;
import io.tidemark.capture.deps.DepsWriter;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.collector.ChannelBooks;
import io.tidemark.collector.ChannelJudge;
import io.tidemark.collector.ChannelResult;
import io.tidemark.collector.ChannelSink;
import io.tidemark.collector.CollectorSession;
import io.tidemark.collector.Damage;
import io.tidemark.collector.ExportFile;
import io.tidemark.collector.RunEvidence;
import io.tidemark.collector.spool.SpoolReader;
import io.tidemark.memory.deps.SubmitReplay;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the host half does for the deps channel alone: it closes the books, replays what was
 * recorded, judges both and writes {@code deps.json}. The thread that controls the session only. A
 * graph of a run that failed is written too and marked as partial; one that misses submits, or that
 * the replay does not confirm, is marked as untrusted with the first reason.
 */
public final class DepsSink implements ChannelSink {
    private final CollectorSession session;
    private final SubmitReplay replay;
    private long strays; // of the graph that was written last

    /**
     * @param replay a fresh one, over the runtime's own code
     */
    public DepsSink(CollectorSession session, SubmitReplay replay) {
        this.session = session;
        this.replay = replay;
    }

    @Override
    public ChannelResult finish(RunEvidence evidence) throws IOException {
        ChannelBooks books = session.reconcile(DepsChannel.CHANNEL, evidence.endTick());
        List<String> doubts = new ArrayList<>();
        Path file =
                ExportFile.write(
                        session, DepsWriter.FILE_NAME, part -> write(part, evidence, doubts));
        Verdict verdict = ChannelJudge.verdict(books, doubts);
        return new ChannelResult(withStrays(books), verdict, List.of(), Optional.of(file));
    }

    private void write(Path part, RunEvidence evidence, List<String> doubts) throws IOException {
        boolean failed = !evidence.ok();
        try (SpoolReader spool = session.reader(DepsChannel.CHANNEL);
                DepsWriter writer = DepsWriter.create(part)) {
            TaskRows tasks = new TaskRows(writer);
            SubmitChains chains = SubmitChains.read(spool, tasks::submit);
            tasks.writeTensors();
            EdgeRows edges = new EdgeRows(writer, replay, failed ? chains.whole() : -1);
            SubmitChains.read(spool, edges::submit);
            writer.allocations(edges.withoutEdge(tasks.allocations()));
            doubts.addAll(doubts(chains, failed, evidence.submits()));
            strays = chains.strays();
            edges.firstDifference().ifPresent(doubts::add);
            writer.remark(failed, doubts.isEmpty() ? "" : doubts.getFirst());
            writer.runtime(evidence.runtime());
        }
    }

    /** Where records are missing, parts without their submit are no wonder. */
    private ChannelBooks withStrays(ChannelBooks books) {
        return strays == 0 || books.missing() > 0
                ? books
                : books.withDamage(Damage.STRAY_SLOT, strays);
    }

    private static List<String> doubts(SubmitChains chains, boolean failed, long submits) {
        List<String> doubts = new ArrayList<>();
        long missing = chains.missing() + (chains.endsBroken() && !failed ? 1 : 0);
        if (missing > 0) {
            doubts.add(
                    "%d submits are missing, so edges may be missing or wrong".formatted(missing));
        }
        long known = chains.whole() + chains.broken();
        if (submits >= 0 && missing == 0 && !failed && known != submits) {
            doubts.add(
                    "the run counted %d submits and allocations, %d were recorded"
                            .formatted(submits, known));
        }
        return doubts;
    }
}
