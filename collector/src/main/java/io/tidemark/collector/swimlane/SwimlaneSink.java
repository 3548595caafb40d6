package io.tidemark.collector.swimlane;

import io.tidemark.abi.OrchestrationSide;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.capture.certificate.Certificate.ClockDomain;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.strace.HostPhasePass;
import io.tidemark.capture.strace.HostPhasePass.Phase;
import io.tidemark.capture.strace.HostPhaseWriter;
import io.tidemark.capture.swimlane.HostCapture;
import io.tidemark.capture.swimlane.HostUpload;
import io.tidemark.capture.swimlane.SwimlaneMetadata;
import io.tidemark.capture.swimlane.read.SwimlaneTables;
import io.tidemark.collector.ChannelBooks;
import io.tidemark.collector.ChannelResult;
import io.tidemark.collector.ChannelSink;
import io.tidemark.collector.CollectorSession;
import io.tidemark.collector.RunEvidence;
import io.tidemark.collector.spool.SpoolReader;
import io.tidemark.memory.region.RegionSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the host half does for the swimlane alone: it names the streams, closes the books, judges
 * them and exports. The thread that controls the session only. When the disk is full, the
 * unfinished file is removed, region and spool stay, and the failure says how to finish.
 */
public final class SwimlaneSink implements ChannelSink {
    /** How far a task may be from a stamp that it shares: about one turn over a dozen cores. */
    private static final long SHARED_STAMP_NANOS = 1_000;

    private static final String DEVICE_CLOCK = "device_syscnt_cycles";
    private static final String HOST_CLOCK = "host_monotonic_ns";
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final CollectorSession session;

    public SwimlaneSink(CollectorSession session) {
        this.session = session;
    }

    @Override
    public ChannelResult finish(RunEvidence evidence) throws IOException {
        boolean onHost = evidence.side() == OrchestrationSide.HOST;
        long nanosPerTick =
                !onHost ? 1 : NANOS_PER_SECOND / session.region().settings().clockHz();
        ChannelBooks books =
                session.reconcile(SwimlaneChannel.CHANNEL, new SwimlaneTicks(nanosPerTick), evidence.endTick());
        Verdict verdict = SwimlaneJudge.verdict(books, evidence);
        RegionSettings settings = session.region().settings();
        List<ClockDomain> clocks = books.streams().stream()
                .map(stream -> clock(stream.stream(), settings, onHost))
                .toList();
        Optional<Path> file = books.present() == 0 ? Optional.empty() : Optional.of(export(books, evidence, onHost));
        return new ChannelResult(books, verdict, clocks, file);
    }

    /** The device's clock is the axis of the capture; submits of a host come by the host's. */
    private static ClockDomain clock(String stream, RegionSettings settings, boolean onHost) {
        boolean byHost = onHost && stream.equals(SwimlaneStream.AICPU_ORCH_PHASE.label())
                || stream.equals(SwimlaneStream.HOST_PHASE.label());
        return byHost
                ? new ClockDomain("swimlane." + stream, HOST_CLOCK, NANOS_PER_SECOND, 0)
                : new ClockDomain(
                        "swimlane." + stream, DEVICE_CLOCK, settings.clockHz(), uncertaintyNanos(settings, stream));
    }

    /** Tasks of one turn of a simulated scheduler share a stamp. */
    private static long uncertaintyNanos(RegionSettings settings, String stream) {
        boolean isOfTasks =
                stream.equals(SwimlaneStream.AICORE_TASK.label()) || stream.equals(SwimlaneStream.AICPU_TASK.label());
        return settings.simulated() && isOfTasks ? SHARED_STAMP_NANOS : 0;
    }

    private Path export(ChannelBooks books, RunEvidence evidence, boolean onHost) throws IOException {
        try (SpoolReader spool = session.reader(SwimlaneChannel.CHANNEL)) {
            HostSide host = onHost ? HostSide.read(spool, evidence.anchors(), books) : null;
            SwimlaneShape shape = SwimlaneShape.readFrom(session.region());
            int level = session.region().settings().flags().swimlaneLevel();
            SwimlaneMetadata metadata = metadata(spool, evidence, host, hostCapture(books, evidence, host));
            Path head = session.writeHead(
                    SwimlaneChannel.CHANNEL,
                    part -> SwimlaneTables.writeHead(part, level, metadata, shape.maxThreads(), uploads(host)));
            if (host != null) {
                writeHostPhases(spool, host);
            }
            return head;
        } catch (IOException e) {
            throw session.unfinished(e);
        }
    }

    /** Anew: a run that died while it exported may have left one. */
    private void writeHostPhases(SpoolReader spool, HostSide host) throws IOException {
        long pid = host.processId();
        List<Phase> phases = new ArrayList<>(host.phases());
        HostSide.eachSubmit(spool, pid, phases::add);
        Path file = session.captureDirectory().resolve(HostPhaseWriter.FILE_NAME);
        Files.deleteIfExists(file);
        HostPhaseWriter.append(file, new HostPhasePass(pid, 1, HostPhaseWriter.CLOCK, host.droppedPhases(), phases));
    }

    private static List<HostUpload> uploads(HostSide host) {
        return host == null ? List.of() : host.uploads();
    }

    private static Optional<HostCapture> hostCapture(ChannelBooks books, RunEvidence evidence, HostSide host) {
        return host == null
                ? Optional.empty()
                : books.streams().stream()
                        .filter(s -> s.stream().equals(SwimlaneStream.AICPU_ORCH_PHASE.label()))
                        .map(s -> host.capture(evidence.submits(), s.present(), s.missing()))
                        .findFirst();
    }

    private SwimlaneMetadata metadata(
            SpoolReader spool, RunEvidence evidence, HostSide host, Optional<HostCapture> hostCapture)
            throws IOException {
        RegionSettings settings = session.region().settings();
        SwimlaneShape shape = SwimlaneShape.readFrom(session.region());
        return new SwimlaneMetadata(
                settings.clockHz(),
                shape.cores(),
                shape.coreTypes(),
                settings.flags().swimlaneLevel() >= 3 ? shape.coreToThread() : List.of(),
                host == null ? Optional.empty() : Optional.of(host.timeline(HostSide.firstSubmit(spool))),
                hostCapture,
                evidence.anchors(),
                evidence.runtime());
    }
}
