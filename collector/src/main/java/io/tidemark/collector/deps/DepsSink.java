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
import io.tidemark.collector.RunEvidence;
import io.tidemark.collector.spool.SpoolReader;
import io.tidemark.memory.deps.SubmitReplay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What the host half does for the deps channel alone: it closes the books, replays what was
 * recorded, judges both and writes {@code deps.json}, or a table file in its place. The thread that
 * controls the session only. A graph of a run that failed is written too and marked as partial; one
 * that misses submits, or that the replay does not confirm, is marked as untrusted with the first
 * reason.
 */
public final class DepsSink implements ChannelSink {
    private final CollectorSession session;
    private final SubmitReplay replay;
    private DepsFile made; // null until then

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
        DepsHead head = new DepsHead(!evidence.ok(), evidence.submits(), evidence.runtime());
        Path file = evidence.writesFiles() ? write(head) : leaveOut(head);
        Verdict verdict = ChannelJudge.verdict(books, made.doubts());
        return new ChannelResult(withStrays(books), verdict, List.of(), Optional.of(file));
    }

    private Path write(DepsHead head) throws IOException {
        Files.deleteIfExists(graphTable()); // of a run that left the file out and is recovered
        Path file =
                ExportFile.write(
                        session,
                        DepsWriter.FILE_NAME,
                        part -> {
                            try (SpoolReader slots = session.reader(DepsChannel.CHANNEL)) {
                                made = DepsFile.write(part, slots, replay, head);
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
        return ExportFile.write(
                session,
                DepsHead.PATH,
                part -> {
                    try (SpoolReader slots = session.reader(DepsChannel.CHANNEL)) {
                        made =
                                hasProducers()
                                        ? DepsFile.check(slots, replay, head)
                                        : writeTable(slots, head);
                    }
                    head.judged(made.firstDoubt()).write(part);
                });
    }

    private DepsFile writeTable(SpoolReader slots, DepsHead head) throws IOException {
        try (GraphTable table = GraphTable.create(graphTable())) {
            session.digestAlong(graphTable());
            return DepsFile.writeTable(table, slots, replay, head);
        }
    }

    private Path graphTable() {
        return session.tableFile(new RecordStream(DepsChannel.CHANNEL, DepsStream.GRAPH));
    }

    /** Whether the swimlane has the edges, too, so that no command misses the file. */
    private boolean hasProducers() {
        return session.region().streams().stream()
                .anyMatch(
                        stream ->
                                stream.isOf(SwimlaneChannel.CHANNEL)
                                        && stream.kind() == SwimlaneStream.FANIN.code());
    }

    /** Where records are missing, parts without their submit are no wonder. */
    private ChannelBooks withStrays(ChannelBooks books) {
        return made.strays() == 0 || books.missing() > 0
                ? books
                : books.withDamage(Damage.STRAY_SLOT, made.strays());
    }
}
