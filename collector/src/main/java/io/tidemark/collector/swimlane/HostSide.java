package io.tidemark.collector.swimlane;

import io.tidemark.abi.swimlane.HostPhaseKind;
import io.tidemark.abi.swimlane.HostPhaseRecord;
import io.tidemark.abi.swimlane.OrchPhaseRecord;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.capture.certificate.ChannelLedger;
import io.tidemark.capture.strace.HostPhasePass.Phase;
import io.tidemark.capture.swimlane.ClockAnchors;
import io.tidemark.capture.swimlane.HostCapture;
import io.tidemark.capture.swimlane.HostUpload;
import io.tidemark.capture.swimlane.SwimlaneMetadata.HostTimeline;
import io.tidemark.capture.table.LaneCursor;
import io.tidemark.collector.ChannelBooks;
import io.tidemark.collector.spool.SpoolReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What a run whose graph the host built adds to its swimlane. Its submits are in the stream of the orchestrator, its
 * other operations in a separate stream. The host's clock stamps both. Immutable.
 *
 * @param anchors readings of both clocks around the run, if there were any
 * @param phases timed operations of the host besides submits
 * @param droppedPhases those that were lost
 */
record HostSide(Optional<ClockAnchors> anchors, List<Phase> phases, long droppedPhases) {
    private static final Set<String> UPLOADS =
            Set.of(HostPhaseKind.GRAPH_UPLOAD.label(), HostPhaseKind.SM_H2D.label(), HostPhaseKind.ARENA_H2D.label());

    private static final long NO_STAMP = Long.MAX_VALUE;

    public HostSide {
        phases = List.copyOf(phases);
    }

    /** Takes the phases from a spool whose books are closed. */
    static HostSide read(SpoolReader spool, Optional<ClockAnchors> anchors, ChannelBooks books) throws IOException {
        List<Phase> phases = new ArrayList<>();
        spool.eachRecord(
                SwimlaneStream.HOST_PHASE.code(),
                0,
                (bytes, at) -> phases.add(new Phase(
                        HostPhaseKind.labelOf(HostPhaseRecord.KIND.get(bytes, at)),
                        HostPhaseRecord.START_NANOS.get(bytes, at),
                        HostPhaseRecord.END_NANOS.get(bytes, at),
                        HostPhaseRecord.DETAIL.get(bytes, at),
                        HostPhaseRecord.THREAD_ID.get(bytes, at))));
        long dropped = books.streams().stream()
                .filter(s -> s.stream().equals(SwimlaneStream.HOST_PHASE.label()))
                .mapToLong(ChannelLedger::missing)
                .sum();
        return new HostSide(anchors, phases, dropped);
    }

    /** Begin of the first submit in the spool, or 0 if there is none. */
    static long firstSubmit(SpoolReader spool) throws IOException {
        LaneCursor first = spool.cursor(SwimlaneStream.AICPU_ORCH_PHASE.code(), 0);
        return first.hasRecord() ? OrchPhaseRecord.START_TICK.of(first.words(), first.at()) : 0;
    }

    /** The submits of a host as phases. */
    static void eachSubmit(SpoolReader spool, long threadId, Consumer<Phase> phases) throws IOException {
        spool.eachRecord(SwimlaneStream.AICPU_ORCH_PHASE.code(), 0, (bytes, at) -> {
            boolean submits = OrchPhaseRecord.CALL.get(bytes, at) == OrchPhaseRecord.SUBMIT;
            HostPhaseKind kind = submits ? HostPhaseKind.SUBMIT_TASK : HostPhaseKind.ALLOC_TENSORS;
            phases.accept(new Phase(
                    kind.label(),
                    OrchPhaseRecord.START_TICK.get(bytes, at),
                    OrchPhaseRecord.END_TICK.get(bytes, at),
                    OrchPhaseRecord.TASK_ID.get(bytes, at),
                    threadId));
        });
    }

    /** The process that built the graph; this one if nothing says which. */
    long processId() {
        return phases.isEmpty()
                ? ProcessHandle.current().pid()
                : phases.getFirst().tid();
    }

    /** Those phases that copy from host to chip. */
    List<HostUpload> uploads() {
        return phases.stream()
                .filter(phase -> UPLOADS.contains(phase.phase()))
                .map(p -> new HostUpload(p.phase(), p.startNanos(), p.endNanos(), p.detail()))
                .toList();
    }

    /**
     * @param firstSubmitNanos begin of the first submit, or 0 if there is none
     */
    HostTimeline timeline(long firstSubmitNanos) {
        long origin = firstSubmitNanos == 0 ? NO_STAMP : firstSubmitNanos;
        for (HostUpload upload : uploads()) {
            origin = Math.min(origin, upload.startHostNanos());
        }
        return timelineFrom(origin == NO_STAMP ? 0 : origin);
    }

    /**
     * @param originNanos smallest stamp of the host, 0 if it is not known yet
     */
    static HostTimeline timelineFrom(long originNanos) {
        return new HostTimeline(
                "host",
                "host_monotonic_ns",
                "device_syscnt_cycles",
                1,
                0,
                originNanos,
                "host_orchestration_precedes_device");
    }

    /**
     * @param expected submits that the run counted, or -1 if it is not known
     * @param recorded submits in the file
     * @param dropped submits that were lost
     */
    HostCapture capture(long expected, long recorded, long dropped) {
        long wanted = expected < 0 ? recorded + dropped : expected;
        long lost = dropped + droppedPhases;
        String status = lost > 0 ? "dropped" : recorded == wanted ? "complete" : "incomplete";
        String error = lost > 0 ? "pool_overflow" : recorded == wanted ? null : "record_count_mismatch";
        Map<String, Object> raw = new LinkedHashMap<>();
        raw.put("status", status);
        raw.put("expected_records", wanted);
        raw.put("recorded_records", recorded);
        raw.put("pool_records", recorded + phases.size());
        raw.put("dropped_records", lost);
        raw.put("error", error);
        return new HostCapture(
                status,
                OptionalLong.of(wanted),
                OptionalLong.of(recorded),
                OptionalLong.of(recorded + phases.size()),
                OptionalLong.of(lost),
                error,
                raw);
    }
}
