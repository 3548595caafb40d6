package io.tidemark.collector.swimlane;

import io.tidemark.abi.swimlane.HostPhaseKind;
import io.tidemark.abi.swimlane.OrchPhaseRecord;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.capture.strace.HostPhasePass.Phase;
import io.tidemark.capture.swimlane.SwimlaneLanes;
import io.tidemark.capture.swimlane.SwimlaneWriter;
import io.tidemark.capture.table.LaneCursor;
import io.tidemark.collector.spool.SpoolReader;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/**
 * Streams a spool into {@code chip_swimlane_records.json}: its records are mapped, and nothing but
 * one row is ever on the heap. Stateless.
 */
final class SwimlaneExporter {
    private SwimlaneExporter() {}

    /** Begin of the first submit in the spool, or 0 if there is none. */
    static long firstSubmit(SpoolReader spool) throws IOException {
        LaneCursor first = spool.cursor(SwimlaneStream.AICPU_ORCH_PHASE.code(), 0);
        return first.hasRecord() ? OrchPhaseRecord.START_TICK.of(first.words(), first.at()) : 0;
    }

    /** The submits of a host as phases. */
    static void eachHostSubmit(SpoolReader spool, long threadId, Consumer<Phase> phases) throws IOException {
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

    /**
     * @param host null for a run that submitted from the chip
     */
    static void write(SpoolReader spool, SwimlaneShape shape, SwimlaneWriter writer, int level, HostSide host)
            throws IOException {
        new SwimlaneLanes(spool, shape.cores(), shape.maxThreads(), writer)
                .copy(level, host != null, host == null ? List.of() : host.uploads());
    }
}
