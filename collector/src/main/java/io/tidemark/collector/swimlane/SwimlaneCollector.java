package io.tidemark.collector.swimlane;

import io.tidemark.abi.Channel;
import io.tidemark.abi.swimlane.BufferKind;
import io.tidemark.capture.Verdict;
import io.tidemark.capture.certificate.Certificate.ClockDomain;
import io.tidemark.capture.swimlane.ClockAnchors;
import io.tidemark.capture.swimlane.SwimlaneMetadata;
import io.tidemark.capture.swimlane.SwimlaneWriter;
import io.tidemark.collector.ChannelBooks;
import io.tidemark.collector.CollectorSession;
import io.tidemark.collector.spool.SpoolReader;
import io.tidemark.memory.region.RegionSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/**
 * What the host half does for the swimlane alone: it names the streams, closes the books, judges
 * them and exports. The thread that controls the session only. When the disk is full, the
 * unfinished file is removed, region and spool stay, and the failure says how to finish.
 */
public final class SwimlaneCollector {
    private static final String DEVICE_CLOCK = "device_syscnt_cycles";

    private final CollectorSession session;

    public SwimlaneCollector(CollectorSession session) {
        this.session = session;
    }

    /**
     * Closes the books and exports; after {@link CollectorSession#stop}, or on a session that was
     * resumed.
     *
     * @param endTick when the run ended, 0 if nobody knows
     * @param anchors clock readings around the run, if there were any
     */
    public SwimlaneResult finish(
            SwimlaneExpectation expectation, long endTick, Optional<ClockAnchors> anchors)
            throws IOException {
        ChannelBooks books =
                session.reconcile(
                        Channel.SWIMLANE, SwimlaneCollector::label, new SwimlaneTicks(), endTick);
        Verdict verdict = SwimlaneJudge.verdict(books, expectation);
        RegionSettings settings = session.region().settings();
        List<ClockDomain> clocks =
                books.streams().stream()
                        .map(
                                stream ->
                                        new ClockDomain(
                                                "swimlane." + stream.stream(),
                                                DEVICE_CLOCK,
                                                settings.clockHz(),
                                                0)) // it is the axis of the capture
                        .toList();
        Optional<Path> file =
                books.present() == 0 ? Optional.empty() : Optional.of(export(anchors));
        return new SwimlaneResult(books, verdict, clocks, file);
    }

    private static String label(int kind) {
        return BufferKind.ofCode(kind).map(BufferKind::label).orElse("kind " + kind);
    }

    private Path export(Optional<ClockAnchors> anchors) throws IOException {
        Path file = session.captureDirectory().resolve(SwimlaneWriter.FILE_NAME);
        Path part = file.resolveSibling(SwimlaneWriter.FILE_NAME + ".part");
        try {
            try (SpoolReader spool = session.reader(Channel.SWIMLANE)) {
                write(spool, part, anchors);
            }
            return Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            Files.deleteIfExists(part); // half an export must not be taken for a whole one
            throw session.unfinished(e);
        }
    }

    private void write(SpoolReader spool, Path part, Optional<ClockAnchors> anchors)
            throws IOException {
        RegionSettings settings = session.region().settings();
        int level = settings.flags().swimlaneLevel();
        SwimlaneShape shape = SwimlaneShape.readFrom(session.region());
        SwimlaneMetadata metadata =
                new SwimlaneMetadata(
                        settings.clockHz(),
                        shape.cores(),
                        shape.coreTypes(),
                        level >= 3 ? shape.coreToThread() : List.of(),
                        Optional.empty(),
                        Optional.empty(),
                        anchors);
        try (SwimlaneWriter writer = SwimlaneWriter.create(part, level, metadata)) {
            new SwimlaneExporter(spool, shape, writer).run(level);
        }
    }
}
