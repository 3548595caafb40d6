package io.tidemark.collector.args;

import io.tidemark.abi.args.ArgsChannel;
import io.tidemark.capture.args.ArgsWriter;
import io.tidemark.capture.file.AtomicFile;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.collector.ChannelBooks;
import io.tidemark.collector.ChannelResult;
import io.tidemark.collector.ChannelSink;
import io.tidemark.collector.CollectorSession;
import io.tidemark.collector.RunEvidence;
import io.tidemark.collector.spool.SpoolReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What the host half does for the argument dump alone: it closes the books, checks every payload,
 * exports and judges. The thread that controls the session only. When the disk is full, the
 * unfinished files are removed, region and spool stay, and the failure says how to finish.
 */
public final class ArgsSink implements ChannelSink {
    private static final int MARKED_ONLY = 1; // the level at which a run may well record nothing

    private final CollectorSession session;

    public ArgsSink(CollectorSession session) {
        this.session = session;
    }

    @Override
    public ChannelResult finish(RunEvidence evidence) throws IOException {
        ArgsResult dump = dump(evidence);
        return new ChannelResult(dump.books(), dump.verdict(), List.of(), dump.manifest());
    }

    /** The same, with what was counted while the payloads were checked. */
    public ArgsResult dump(RunEvidence evidence) throws IOException {
        ChannelBooks books = session.reconcile(ArgsChannel.CHANNEL, evidence.endTick());
        int level = session.region().settings().argsLevel();
        try (SpoolReader spool = session.reader(ArgsChannel.CHANNEL)) {
            ArgsExporter exporter = new ArgsExporter(spool, session.payloads(ArgsChannel.CHANNEL), level);
            exporter.scan();
            ArgsSummary summary = exporter.summary();
            Verdict verdict = ArgsJudge.verdict(
                    books, summary, evidence.subtasks() > 0 && evidence.arguments() != 0 && level != MARKED_ONLY);
            Optional<Path> manifest =
                    summary.entries() == 0 ? Optional.empty() : Optional.of(export(exporter, books.missing()));
            return new ArgsResult(books, verdict, summary, manifest);
        } catch (IOException e) {
            throw session.unfinished(e);
        }
    }

    /** The payloads first: the head is only written when all that it names is there. */
    private Path export(ArgsExporter exporter, long dropped) throws IOException {
        if (exporter.hasPayloadFile()) {
            Path directory = session.captureDirectory().resolve(ArgsWriter.DIRECTORY);
            Files.createDirectories(directory);
            AtomicFile.write(directory.resolve(ArgsWriter.PAYLOAD_NAME), exporter::writePayloads);
        }
        return session.writeHead(ArgsChannel.CHANNEL, exporter.head(dropped)::write);
    }
}
