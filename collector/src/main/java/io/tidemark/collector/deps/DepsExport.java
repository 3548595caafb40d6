package io.tidemark.collector.deps;

import io.tidemark.abi.Channel;
import io.tidemark.capture.deps.DependencyWriter;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.collector.ChannelBooks;
import io.tidemark.collector.ChannelJudge;
import io.tidemark.collector.ChannelResult;
import io.tidemark.collector.CollectorSession;
import io.tidemark.collector.Damage;
import io.tidemark.collector.ExportFile;
import io.tidemark.collector.RecordTicks;
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
public final class DepsExport {
    private static final String LABEL = "submit_slot";

    private final CollectorSession session;
    private final String runtime;
    private long strays; // of the graph that was written last

    public DepsExport(CollectorSession session) {
        this(session, "");
    }

    /**
     * @param runtime the runtime that ran the graph, as captures name it
     */
    public DepsExport(CollectorSession session, String runtime) {
        this.session = session;
        this.runtime = runtime;
    }

    /**
     * Closes the books and exports; after {@link CollectorSession#stop}, or on a session that was
     * resumed.
     *
     * @param replay a fresh one, over the runtime's own code
     * @param failed the run did not reach its end
     * @param submits submits and allocations that the run counted, -1 if nobody knows
     * @param endTick when the run ended, 0 if nobody knows
     */
    public ChannelResult finish(SubmitReplay replay, boolean failed, long submits, long endTick)
            throws IOException {
        ChannelBooks books =
                session.reconcile(Channel.DEPS, kind -> LABEL, RecordTicks.NONE, endTick);
        List<String> doubts = new ArrayList<>();
        Path file =
                ExportFile.write(
                        session,
                        DependencyWriter.FILE_NAME,
                        part -> write(part, replay, failed, submits, doubts));
        Verdict verdict = ChannelJudge.verdict(books, doubts);
        return new ChannelResult(withStrays(books), verdict, List.of(), Optional.of(file));
    }

    private void write(
            Path part, SubmitReplay replay, boolean failed, long submits, List<String> doubts)
            throws IOException {
        try (SpoolReader spool = session.reader(Channel.DEPS);
                DependencyWriter writer = DependencyWriter.create(part)) {
            TaskRows tasks = new TaskRows(writer);
            SubmitChains chains = SubmitChains.read(spool, tasks::submit);
            tasks.writeTensors();
            EdgeRows edges = new EdgeRows(writer, replay, failed ? chains.whole() : -1);
            SubmitChains.read(spool, edges::submit);
            writer.allocations(edges.withoutEdge(tasks.allocations()));
            doubts.addAll(doubts(chains, failed, submits));
            strays = chains.strays();
            edges.firstDifference().ifPresent(doubts::add);
            writer.remark(failed, doubts.isEmpty() ? "" : doubts.getFirst());
            writer.runtime(runtime);
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
