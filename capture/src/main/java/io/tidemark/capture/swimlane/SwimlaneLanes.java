package io.tidemark.capture.swimlane;

import io.tidemark.abi.swimlane.AicoreTaskRecord;
import io.tidemark.abi.swimlane.AicpuTaskRecord;
import io.tidemark.abi.swimlane.FaninRecord;
import io.tidemark.abi.swimlane.MarkerRecord;
import io.tidemark.abi.swimlane.OrchPhaseRecord;
import io.tidemark.abi.swimlane.SchedPhaseKind;
import io.tidemark.abi.swimlane.SchedPhaseRecord;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.capture.table.LaneCursor;
import io.tidemark.capture.table.LaneRecords;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns the records of a swimlane into rows: those of a records file, or those of a table in
 * memory. One thread. Each lane has its own order, which is the order of the rows, so nothing is
 * sorted; a scheduler's markers are merged into its phases as they go by.
 */
public final class SwimlaneLanes {
    /** A kernel that threw: few, for the run ends with the first. */
    private record FailedRun(int core, int token) {}

    private final LaneRecords records;
    private final int cores;
    private final int threads;
    private final SwimlaneRows rows;
    private final List<FailedRun> failed = new ArrayList<>();
    private final PhaseFields phase = new PhaseFields();

    /**
     * @param threads scheduler lanes, used or not
     */
    public SwimlaneLanes(LaneRecords records, int cores, int threads, SwimlaneRows rows) {
        this.records = records;
        this.cores = cores;
        this.threads = threads;
        this.rows = rows;
    }

    /**
     * @param onHost the host submitted
     * @param uploads what the host copied to the chip
     */
    public void copy(int level, boolean onHost, List<HostUpload> uploads) throws IOException {
        copyRuns();
        copyPhases(level);
        copySubmits(onHost, uploads);
        copyFailures();
    }

    /** What cores and schedulers wrote of each run of a kernel. */
    public void copyRuns() throws IOException {
        for (int core = 0; core < cores; core++) {
            aicoreRows(core);
        }
        for (int core = 0; core < cores; core++) {
            aicpuRows(core);
        }
    }

    /** What schedulers did; may be done beside the rest by another thread, if the rows allow it. */
    public void copyPhases(int level) throws IOException {
        if (level >= 3) {
            for (int thread = 0; thread < threads; thread++) {
                rows.schedulerLane();
                phases(thread);
            }
        }
    }

    /** Who was submitted when and after whom. */
    public void copySubmits(boolean onHost, List<HostUpload> uploads) throws IOException {
        boolean hasSubmits =
                records.cursor(SwimlaneStream.AICPU_ORCH_PHASE.code(), 0).hasRecord();
        if (onHost) {
            hostSubmits();
            for (HostUpload upload : uploads) {
                rows.hostUpload(upload);
            }
        } else if (hasSubmits) {
            rows.orchestratorLane();
            submits();
        }
        fanins();
    }

    /** The runs that failed, when all are known. */
    public void copyFailures() throws IOException {
        for (FailedRun run : failed) {
            rows.failedRun(run.core(), run.token());
        }
    }

    private void aicoreRows(int core) throws IOException {
        int step = AicoreTaskRecord.LAYOUT.sizeBytes() / Long.BYTES;
        records.eachBlock(SwimlaneStream.AICORE_TASK.code(), core, (words, count) -> {
            if (!rows.aicoreTasks(core, words, count)) {
                for (int at = 0; at < count * step; at += step) {
                    aicoreRow(core, words, at);
                }
            }
        });
    }

    private void aicoreRow(int core, long[] words, int at) throws IOException {
        long word = AicoreTaskRecord.RECEIVE_TO_START_TICKS.of(words, at);
        int token = (int) AicoreTaskRecord.REG_TASK_ID.of(words, at);
        rows.aicoreTask(
                core,
                AicoreTaskRecord.taskId(AicoreTaskRecord.TASK.of(words, at)),
                token,
                AicoreTaskRecord.START_TICK.of(words, at),
                AicoreTaskRecord.END_TICK.of(words, at),
                AicoreTaskRecord.receiveToStartTicks(word),
                AicoreTaskRecord.FUNCTION_ID.of(words, at));
        if (AicoreTaskRecord.threw(word)) {
            failed.add(new FailedRun(core, token));
        }
    }

    private void aicpuRows(int core) throws IOException {
        int step = AicpuTaskRecord.LAYOUT.sizeBytes() / Long.BYTES;
        records.eachBlock(SwimlaneStream.AICPU_TASK.code(), core, (words, count) -> {
            boolean isTaken = rows.aicpuTasks(core, words, count);
            for (int at = 0; !isTaken && at < count * step; at += step) {
                rows.aicpuTask(
                        core,
                        (int) AicpuTaskRecord.REG_TASK_ID.of(words, at),
                        AicpuTaskRecord.DISPATCH_TICK.of(words, at),
                        AicpuTaskRecord.FINISH_TICK.of(words, at));
            }
        });
    }

    /**
     * A phase is written when it ends and a marker at its moment, so both lanes are in order of
     * their end.
     */
    private void phases(int thread) throws IOException {
        LaneCursor phases = records.cursor(SwimlaneStream.AICPU_SCHED_PHASE.code(), thread);
        LaneCursor markers = records.cursor(SwimlaneStream.MARKER.code(), thread);
        if (!markers.hasRecord()) {
            phasesAlone(thread);
            return;
        }
        while (phases.hasRecord() || markers.hasRecord()) {
            boolean markerNext = !phases.hasRecord()
                    || (markers.hasRecord()
                            && MarkerRecord.TICK.of(markers.words(), markers.at())
                                    <= SchedPhaseRecord.END_TICK.of(phases.words(), phases.at()));
            if (markerNext) {
                marker(markers.words(), markers.at());
                markers.advance();
            } else {
                stretch(phases.words(), phases.at());
                phases.advance();
            }
            rows.schedulerPhase(phase);
        }
    }

    private void phasesAlone(int thread) throws IOException {
        int step = SchedPhaseRecord.LAYOUT.sizeBytes() / Long.BYTES;
        records.eachBlock(SwimlaneStream.AICPU_SCHED_PHASE.code(), thread, (words, count) -> {
            boolean isTaken = rows.schedulerPhases(words, count);
            for (int at = 0; !isTaken && at < count * step; at += step) {
                stretch(words, at);
                rows.schedulerPhase(phase);
            }
        });
    }

    private void stretch(long[] words, int at) {
        long kind = SchedPhaseRecord.KIND.of(words, at);
        phase.kind = SchedPhaseKind.labelOf(kind);
        phase.startTick = SchedPhaseRecord.START_TICK.of(words, at);
        phase.endTick = SchedPhaseRecord.END_TICK.of(words, at);
        phase.loopIteration = (int) SchedPhaseRecord.LOOP_ITERATION.of(words, at);
        phase.tasksProcessed = (int) SchedPhaseRecord.TASKS_PROCESSED.of(words, at);
        phase.hasPops = kind == SchedPhaseKind.DISPATCH.code();
        phase.popHits = (int) SchedPhaseRecord.POP_HIT.of(words, at);
        phase.popMisses = (int) SchedPhaseRecord.POP_MISS.of(words, at);
        phase.hasTask = false;
    }

    private void marker(long[] words, int at) {
        phase.kind = SchedPhaseKind.labelOf(MarkerRecord.KIND.of(words, at));
        phase.startTick = MarkerRecord.TICK.of(words, at);
        phase.endTick = phase.startTick;
        phase.loopIteration = (int) MarkerRecord.LOOP_ITERATION.of(words, at);
        phase.tasksProcessed = 1;
        phase.hasPops = false;
        phase.hasTask = true;
        phase.taskId = MarkerRecord.TASK_ID.of(words, at);
    }

    private void fanins() throws IOException {
        int step = FaninRecord.LAYOUT.sizeBytes() / Long.BYTES;
        long[] row = new long[FaninRecord.MOST_PRODUCERS];
        records.eachBlock(SwimlaneStream.FANIN.code(), 0, (words, count) -> {
            boolean isTaken = rows.taskFanins(words, count);
            for (int at = 0; !isTaken && at < count * step; at += step) {
                int producers = FaninRecord.producers(words, at, row);
                rows.taskFanin(FaninRecord.taskId(words, at), FaninRecord.KIND.of(words, at), row, producers);
            }
        });
    }

    private void hostSubmits() throws IOException {
        records.eachInWords(
                SwimlaneStream.AICPU_ORCH_PHASE.code(),
                0,
                (words, at) -> rows.hostSubmit(
                        (int) OrchPhaseRecord.SUBMIT_INDEX.of(words, at),
                        OrchPhaseRecord.TASK_ID.of(words, at),
                        OrchPhaseRecord.START_TICK.of(words, at),
                        OrchPhaseRecord.END_TICK.of(words, at)));
    }

    private void submits() throws IOException {
        int step = OrchPhaseRecord.LAYOUT.sizeBytes() / Long.BYTES;
        records.eachBlock(SwimlaneStream.AICPU_ORCH_PHASE.code(), 0, (words, count) -> {
            boolean isTaken = rows.orchestratorSubmits(words, count);
            for (int at = 0; !isTaken && at < count * step; at += step) {
                rows.orchestratorSubmit(
                        (int) OrchPhaseRecord.SUBMIT_INDEX.of(words, at),
                        OrchPhaseRecord.TASK_ID.of(words, at),
                        OrchPhaseRecord.START_TICK.of(words, at),
                        OrchPhaseRecord.END_TICK.of(words, at));
            }
        });
    }
}
