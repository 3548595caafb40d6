package io.tidemark.collector.args;

import io.tidemark.abi.Channel;
import io.tidemark.capture.args.ArgsWriter;
import io.tidemark.capture.file.AtomicFile;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.collector.ChannelBooks;
import io.tidemark.collector.CollectorSession;
import io.tidemark.collector.RecordTicks;
import io.tidemark.collector.spool.SpoolReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What the host half does for the argument dump alone: it closes the books, checks every payload,
 * exports and judges. The thread that controls the session only. When the disk is full, the
 * unfinished files are removed, region and spool stay, and the failure says how to finish.
 */
public final class ArgsCollector {
    private static final int MARKED_ONLY = 1; // the level at which a run may well record nothing

    private final CollectorSession session;

    public ArgsCollector(CollectorSession session) {
        this.session = session;
    }

    /**
     * Closes the books and exports; after {@link CollectorSession#stop}, or on a session that was
     * resumed.
     *
     * @param subtasks kernel runs on cores, -1 if nobody knows
     * @param endTick when the run ended, 0 if nobody knows
     */
    public ArgsResult finish(long subtasks, long endTick) throws IOException {
        ChannelBooks books =
                session.reconcile(Channel.ARGS, kind -> "args", RecordTicks.NONE, endTick);
        int level = session.region().settings().argsLevel();
        try (SpoolReader spool = session.reader(Channel.ARGS)) {
            ArgsExporter exporter = new ArgsExporter(spool, session.payloads(Channel.ARGS), level);
            exporter.scan();
            ArgsSummary summary = exporter.summary();
            Verdict verdict =
                    ArgsJudge.verdict(books, summary, subtasks > 0 && level != MARKED_ONLY);
            Optional<Path> manifest =
                    summary.entries() == 0
                            ? Optional.empty()
                            : Optional.of(export(exporter, books.missing()));
            return new ArgsResult(books, verdict, summary, manifest);
        } catch (IOException e) {
            throw session.unfinished(e);
        }
    }

    /** The payloads first: a manifest is only there when all that it names is. */
    private Path export(ArgsExporter exporter, long dropped) throws IOException {
        Path directory = session.captureDirectory().resolve(ArgsWriter.DIRECTORY);
        Files.createDirectories(directory);
        if (exporter.hasPayloadFile()) {
            AtomicFile.write(directory.resolve(ArgsWriter.PAYLOAD_NAME), exporter::writePayloads);
        }
        return AtomicFile.write(
                directory.resolve(ArgsWriter.FILE_NAME),
                part -> exporter.writeManifest(part, dropped));
    }
}
