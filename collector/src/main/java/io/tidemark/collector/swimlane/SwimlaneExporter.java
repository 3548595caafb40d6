package io.tidemark.collector.swimlane;

import io.tidemark.abi.swimlane.AicoreTaskRecord;
import io.tidemark.abi.swimlane.AicpuTaskRecord;
import io.tidemark.abi.swimlane.FaninRecord;
import io.tidemark.abi.swimlane.HostPhaseKind;
import io.tidemark.abi.swimlane.MarkerRecord;
import io.tidemark.abi.swimlane.OrchPhaseRecord;
import io.tidemark.abi.swimlane.SchedPhaseKind;
import io.tidemark.abi.swimlane.SchedPhaseRecord;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.capture.strace.HostPhasePass.Phase;
import io.tidemark.capture.swimlane.HostUpload;
import io.tidemark.capture.swimlane.PhaseFields;
import io.tidemark.capture.swimlane.SwimlaneWriter;
import io.tidemark.collector.spool.SpoolReader;
import io.tidemark.collector.spool.SpoolReader.LaneCursor;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Streams a spool into {@code chip_swimlane_records.json}. One thread. Each lane lies in the spool
 * in its own order, which is the order the file wants, so nothing is sorted and nothing but one row
 * is ever on the heap; a scheduler's markers are merged into its phases as they go by.
 */
final class SwimlaneExporter {
    /** A kernel that threw: few, for the run ends with the first. */
    private record FailedRun(int core, int token) {}

    private final SpoolReader spool;
    private final SwimlaneShape shape;
    private final SwimlaneWriter writer;
    private final List<FailedRun> failed = new ArrayList<>();
    private final PhaseFields phase = new PhaseFields();

    SwimlaneExporter(SpoolReader spool, SwimlaneShape shape, SwimlaneWriter writer) {
        this.spool = spool;
        this.shape = shape;
        this.writer = writer;
    }

    /** Begin of the first submit in the spool, or 0 if there is none. */
    static long firstSubmit(SpoolReader spool) throws IOException {
        LaneCursor first = spool.cursor(SwimlaneStream.AICPU_ORCH_PHASE.code(), 0);
        return first.hasRecord() ? OrchPhaseRecord.START_TICK.get(first.bytes(), first.at()) : 0;
    }

    /** The submits of a host as phases. */
    static void eachHostSubmit(SpoolReader spool, long threadId, Consumer<Phase> phases)
            throws IOException {
        spool.eachRecord(
                SwimlaneStream.AICPU_ORCH_PHASE.code(),
                0,
                (bytes, at) -> {
                    boolean submits = OrchPhaseRecord.CALL.get(bytes, at) == OrchPhaseRecord.SUBMIT;
                    HostPhaseKind kind =
                            submits ? HostPhaseKind.SUBMIT_TASK : HostPhaseKind.ALLOC_TENSORS;
                    phases.accept(
                            new Phase(
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
    void run(int level, HostSide host) throws IOException {
        for (int core = 0; core < shape.cores(); core++) {
            aicoreRows(core);
        }
        for (int core = 0; core < shape.cores(); core++) {
            aicpuRows(core);
        }
        if (level >= 3) {
            for (int thread = 0; thread < shape.maxThreads(); thread++) {
                writer.schedulerLane();
                phases(thread);
            }
        }
        boolean hasSubmits = spool.cursor(SwimlaneStream.AICPU_ORCH_PHASE.code(), 0).hasRecord();
        if (host != null) {
            hostSubmits();
            for (HostUpload upload : host.uploads()) {
                writer.hostUpload(upload);
            }
        } else if (hasSubmits) {
            writer.orchestratorLane();
            submits();
        }
        fanins();
        for (FailedRun run : failed) {
            writer.failedRun(run.core(), run.token());
        }
    }

    private void aicoreRows(int core) throws IOException {
        spool.eachRecord(
                SwimlaneStream.AICORE_TASK.code(),
                core,
                (bytes, at) -> {
                    long word = AicoreTaskRecord.RECEIVE_TO_START_TICKS.get(bytes, at);
                    int token = (int) AicoreTaskRecord.REG_TASK_ID.get(bytes, at);
                    writer.aicoreTask(
                            core,
                            AicoreTaskRecord.taskId(AicoreTaskRecord.TASK.get(bytes, at)),
                            token,
                            AicoreTaskRecord.START_TICK.get(bytes, at),
                            AicoreTaskRecord.END_TICK.get(bytes, at),
                            AicoreTaskRecord.receiveToStartTicks(word),
                            AicoreTaskRecord.FUNCTION_ID.get(bytes, at));
                    if (AicoreTaskRecord.threw(word)) {
                        failed.add(new FailedRun(core, token));
                    }
                });
    }

    private void aicpuRows(int core) throws IOException {
        spool.eachRecord(
                SwimlaneStream.AICPU_TASK.code(),
                core,
                (bytes, at) ->
                        writer.aicpuTask(
                                core,
                                (int) AicpuTaskRecord.REG_TASK_ID.get(bytes, at),
                                AicpuTaskRecord.DISPATCH_TICK.get(bytes, at),
                                AicpuTaskRecord.FINISH_TICK.get(bytes, at)));
    }

    /**
     * A phase is written when it ends and a marker at its moment, so both lanes are in order of
     * their end.
     */
    private void phases(int thread) throws IOException {
        LaneCursor phases = spool.cursor(SwimlaneStream.AICPU_SCHED_PHASE.code(), thread);
        LaneCursor markers = spool.cursor(SwimlaneStream.MARKER.code(), thread);
        while (phases.hasRecord() || markers.hasRecord()) {
            boolean markerNext =
                    !phases.hasRecord()
                            || (markers.hasRecord()
                                    && MarkerRecord.TICK.get(markers.bytes(), markers.at())
                                            <= SchedPhaseRecord.END_TICK.get(
                                                    phases.bytes(), phases.at()));
            if (markerNext) {
                marker(markers.bytes(), markers.at());
                markers.advance();
            } else {
                stretch(phases.bytes(), phases.at());
                phases.advance();
            }
            writer.schedulerPhase(phase);
        }
    }

    private void stretch(MemorySegment bytes, long at) {
        long kind = SchedPhaseRecord.KIND.get(bytes, at);
        phase.kind = SchedPhaseKind.labelOf(kind);
        phase.startTick = SchedPhaseRecord.START_TICK.get(bytes, at);
        phase.endTick = SchedPhaseRecord.END_TICK.get(bytes, at);
        phase.loopIteration = (int) SchedPhaseRecord.LOOP_ITERATION.get(bytes, at);
        phase.tasksProcessed = (int) SchedPhaseRecord.TASKS_PROCESSED.get(bytes, at);
        phase.hasPops = kind == SchedPhaseKind.DISPATCH.code();
        phase.popHits = (int) SchedPhaseRecord.POP_HIT.get(bytes, at);
        phase.popMisses = (int) SchedPhaseRecord.POP_MISS.get(bytes, at);
        phase.hasTask = false;
    }

    private void marker(MemorySegment bytes, long at) {
        phase.kind = SchedPhaseKind.labelOf(MarkerRecord.KIND.get(bytes, at));
        phase.startTick = MarkerRecord.TICK.get(bytes, at);
        phase.endTick = phase.startTick;
        phase.loopIteration = (int) MarkerRecord.LOOP_ITERATION.get(bytes, at);
        phase.tasksProcessed = 1;
        phase.hasPops = false;
        phase.hasTask = true;
        phase.taskId = MarkerRecord.TASK_ID.get(bytes, at);
    }

    private void fanins() throws IOException {
        long[] row = new long[FaninRecord.MOST_PRODUCERS];
        spool.eachRecord(
                SwimlaneStream.FANIN.code(),
                0,
                (bytes, at) -> {
                    int rings = FaninRecord.RINGS.get(bytes, at);
                    int count =
                            Math.min(
                                    FaninRecord.PRODUCERS.get(bytes, at),
                                    FaninRecord.MOST_PRODUCERS);
                    for (int i = 0; i < count; i++) {
                        long local = FaninRecord.PRODUCER_LOCALS.get(bytes, at, i);
                        row[i] = FaninRecord.taskId(i, local, rings);
                    }
                    long own = FaninRecord.TASK_LOCAL.get(bytes, at);
                    writer.taskFanin(
                            FaninRecord.taskId(-1, own, rings),
                            FaninRecord.KIND.get(bytes, at),
                            row,
                            count);
                });
    }

    private void hostSubmits() throws IOException {
        spool.eachRecord(
                SwimlaneStream.AICPU_ORCH_PHASE.code(),
                0,
                (bytes, at) ->
                        writer.hostSubmit(
                                (int) OrchPhaseRecord.SUBMIT_INDEX.get(bytes, at),
                                OrchPhaseRecord.TASK_ID.get(bytes, at),
                                OrchPhaseRecord.START_TICK.get(bytes, at),
                                OrchPhaseRecord.END_TICK.get(bytes, at)));
    }

    private void submits() throws IOException {
        spool.eachRecord(
                SwimlaneStream.AICPU_ORCH_PHASE.code(),
                0,
                (bytes, at) ->
                        writer.orchestratorSubmit(
                                (int) OrchPhaseRecord.SUBMIT_INDEX.get(bytes, at),
                                OrchPhaseRecord.TASK_ID.get(bytes, at),
                                OrchPhaseRecord.START_TICK.get(bytes, at),
                                OrchPhaseRecord.END_TICK.get(bytes, at)));
    }
}
