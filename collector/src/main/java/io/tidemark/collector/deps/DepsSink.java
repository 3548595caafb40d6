package io.tidemark.collector.deps;

import io.tidemark.abi.catalog.RecordStream;
import io.tidemark.abi.deps.DepsChannel;
import io.tidemark.abi.deps.DepsStream;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.capture.deps.DepsHead;
import io.tidemark.capture.deps.DepsTables;
import io.tidemark.capture.deps.DepsWriter;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.collector.ChannelBooks;
import io.tidemark.collector.ChannelJudge;
import io.tidemark.collector.ChannelResult;
import io.tidemark.collector.ChannelSink;
import io.tidemark.collector.CollectorSession;
import io.tidemark.collector.Damage;
import io.tidemark.collector.ExportFile;
import io.tidemark.collector.HostProcessors;
import io.tidemark.collector.RunEvidence;
import io.tidemark.collector.spool.SpoolReader;
import io.tidemark.memory.deps.SubmitReplay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What the host half does for the deps channel alone: it closes the books, replays what was
 * recorded, judges both and writes {@code deps.json}, or a table file in its place. The thread that
 * controls the session only. A graph of a run that failed is written too and marked as partial; one
 * that misses submits, or that the replay does not confirm, is marked as untrusted with the first
 * reason. Where processors are many, a run that leaves {@code deps.json} out is replayed while it
 * goes on.
 */
public final class DepsSink implements ChannelSink {
    private static final int SLOTS_OF_A_SUBMIT = 4; // or so

    private final CollectorSession session;
    private final Supplier<? extends SubmitReplay> replays;
    private final boolean replaysBeside;
    private Optional<ReplayBeside> beside = Optional.empty();
    private DepsFile made; // null until then

    /**
     * @param replays makes fresh ones, over the runtime's own code
     */
    public DepsSink(CollectorSession session, Supplier<? extends SubmitReplay> replays) {
        this(session, replays, HostProcessors.areMany());
    }

    /**
     * @param replaysBeside whether the run may be replayed while it goes on
     */
    public DepsSink(CollectorSession session, Supplier<? extends SubmitReplay> replays, boolean replaysBeside) {
        this.session = session;
        this.replays = replays;
        this.replaysBeside = replaysBeside;
    }

    @Override
    public void begin(long mostWithFiles) {
        if (!replaysBeside || mostWithFiles > Long.MAX_VALUE / SLOTS_OF_A_SUBMIT) {
            return;
        }
        ReplayBeside reader = new ReplayBeside(
                session.tableFile(new RecordStream(DepsChannel.CHANNEL, DepsStream.SUBMIT_SLOT)),
                hasProducers() ? Optional.empty() : Optional.of(graphTable()),
                replays.get(),
                mostWithFiles * SLOTS_OF_A_SUBMIT);
        session.follow(DepsChannel.CHANNEL, reader);
        beside = Optional.of(reader);
    }

    @Override
    public ChannelResult finish(RunEvidence evidence) throws IOException {
        ChannelBooks books = session.reconcile(DepsChannel.CHANNEL, evidence.endTick());
        DepsHead head = new DepsHead(!evidence.ok(), evidence.submits(), evidence.runtime());
        if (!evidence.ok() || evidence.writesFiles()) {
            beside.ifPresent(ReplayBeside::close);
        }
        Path file = evidence.writesFiles() ? write(head) : leaveOut(head);
        Verdict verdict = ChannelJudge.verdict(books, made.doubts());
        return new ChannelResult(withStrays(books), verdict, List.of(), Optional.of(file));
    }

    private Path write(DepsHead head) throws IOException {
        Files.deleteIfExists(graphTable()); // of a run that left the file out and is recovered
        Path file = ExportFile.write(session, DepsWriter.FILE_NAME, part -> {
            try (SpoolReader slots = session.reader(DepsChannel.CHANNEL)) {
                made = DepsFile.write(part, slots, replays.get(), head);
            }
        });
        Path tables = session.captureDirectory().resolve(DepsHead.PATH); // stood for this file
        Files.deleteIfExists(tables);
        Files.deleteIfExists(tables.resolveSibling(DepsTables.GRAPH));
        return file;
    }

    /**
     * The graph is judged all the same; the slots stay in their table file. Where the swimlane does
     * not name producers, the graph gets a table file of its own.
     */
    private Path leaveOut(DepsHead head) throws IOException {
        return ExportFile.write(session, DepsHead.PATH, part -> {
            Optional<ReplayBeside.Replayed> done = beside.flatMap(ReplayBeside::finish);
            done.flatMap(ReplayBeside.Replayed::digest).ifPresent(session::digested);
            made = done.isPresent() ? done.get().judge(head) : replayed(head);
            head.judged(made.firstDoubt()).write(part);
        });
    }

    private DepsFile replayed(DepsHead head) throws IOException {
        try (SpoolReader slots = session.reader(DepsChannel.CHANNEL)) {
            return hasProducers() ? DepsFile.check(slots, replays.get(), head) : writeTable(slots, head);
        }
    }

    private DepsFile writeTable(SpoolReader slots, DepsHead head) throws IOException {
        try (GraphTable table = GraphTable.create(graphTable())) {
            session.digestAlong(List.of(graphTable()));
            return DepsFile.writeTable(table, slots, replays.get(), head);
        }
    }

    private Path graphTable() {
        return session.tableFile(new RecordStream(DepsChannel.CHANNEL, DepsStream.GRAPH));
    }

    /** Whether the swimlane has the edges, too, so that no command misses the file. */
    private boolean hasProducers() {
        return session.region().streams().stream()
                .anyMatch(
                        stream -> stream.isOf(SwimlaneChannel.CHANNEL) && stream.kind() == SwimlaneStream.FANIN.code());
    }

    /** Where records are missing, parts without their submit are no wonder. */
    private ChannelBooks withStrays(ChannelBooks books) {
        return made.strays() == 0 || books.missing() > 0 ? books : books.withDamage(Damage.STRAY_SLOT, made.strays());
    }
}
