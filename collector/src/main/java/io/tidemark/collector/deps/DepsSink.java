package io.tidemark.collector.deps;

import io.tidemark.abi.catalog.RecordStream;
import io.tidemark.abi.deps.DepsChannel;
import io.tidemark.abi.deps.DepsStream;
import io.tidemark.capture.deps.DepsHead;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.collector.ChannelBooks;
import io.tidemark.collector.ChannelJudge;
import io.tidemark.collector.ChannelResult;
import io.tidemark.collector.ChannelSink;
import io.tidemark.collector.CollectorSession;
import io.tidemark.collector.Damage;
import io.tidemark.collector.HostProcessors;
import io.tidemark.collector.RunEvidence;
import io.tidemark.collector.spool.SpoolReader;
import io.tidemark.memory.deps.SubmitReplay;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What the host half does for the deps channel alone: it closes the books, replays what was
 * recorded into a table file of the graph, and judges both. The thread that controls the session
 * only. A graph of a run that failed is written too and marked as partial; one that misses submits,
 * or that the replay does not confirm, is marked as untrusted with the first reason. Where processors are many, a long
 * run is replayed before it ends.
 */
public final class DepsSink implements ChannelSink {
    private static final long WORTH_SLOTS = 100_000; // some 20,000 submits
    private static final long NEVER = Long.MAX_VALUE;

    private final CollectorSession session;
    private final Supplier<? extends SubmitReplay> replays;
    private final long worthSlots;
    private Optional<ReplayBeside> beside = Optional.empty();
    private ReplayedGraph made; // null until then

    /**
     * @param replays makes fresh ones, over the runtime's own code
     */
    public DepsSink(CollectorSession session, Supplier<? extends SubmitReplay> replays) {
        this(session, replays, HostProcessors.areMany() ? WORTH_SLOTS : NEVER);
    }

    /**
     * @param worthSlots a run of more slots than these is replayed before it ends
     */
    public DepsSink(CollectorSession session, Supplier<? extends SubmitReplay> replays, long worthSlots) {
        this.session = session;
        this.replays = replays;
        this.worthSlots = worthSlots;
    }

    @Override
    public void begin() {
        if (worthSlots == NEVER) {
            return;
        }
        ReplayBeside reader = new ReplayBeside(
                session.tableFile(new RecordStream(DepsChannel.CHANNEL, DepsStream.SUBMIT_SLOT)),
                graphTable(),
                replays.get(),
                worthSlots);
        session.follow(DepsChannel.CHANNEL, reader);
        beside = Optional.of(reader);
    }

    @Override
    public ChannelResult finish(RunEvidence evidence) throws IOException {
        ChannelBooks books = session.reconcile(DepsChannel.CHANNEL, evidence.endTick());
        DepsHead head = new DepsHead(!evidence.ok(), evidence.submits(), evidence.runtime());
        if (!evidence.ok()) {
            beside.ifPresent(ReplayBeside::close);
        }
        Path file = writeGraph(head);
        Verdict verdict = ChannelJudge.verdict(books, made.doubts());
        return new ChannelResult(withStrays(books), verdict, List.of(), Optional.of(file));
    }

    private Path writeGraph(DepsHead head) throws IOException {
        return session.writeHead(DepsChannel.CHANNEL, part -> {
            Optional<ReplayBeside.Replayed> done = beside.flatMap(ReplayBeside::finish);
            made = done.isPresent() ? done.get().judge(head) : replayed(head);
            head.judged(made.firstDoubt()).write(part);
        });
    }

    private ReplayedGraph replayed(DepsHead head) throws IOException {
        try (SpoolReader slots = session.reader(DepsChannel.CHANNEL);
                GraphTable table = GraphTable.create(graphTable())) {
            return ReplayedGraph.writeTable(table, slots, replays.get(), head);
        }
    }

    private Path graphTable() {
        return session.tableFile(new RecordStream(DepsChannel.CHANNEL, DepsStream.GRAPH));
    }

    /** Where records are missing, parts without their submit are no wonder. */
    private ChannelBooks withStrays(ChannelBooks books) {
        return made.strays() == 0 || books.missing() > 0 ? books : books.withDamage(Damage.STRAY_SLOT, made.strays());
    }
}
