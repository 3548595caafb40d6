package io.tidemark.capture.swimlane.read;

import io.tidemark.abi.swimlane.AicoreTaskRecord;
import io.tidemark.abi.swimlane.AicpuTaskRecord;
import io.tidemark.abi.swimlane.FaninRecord;
import io.tidemark.abi.swimlane.MarkerRecord;
import io.tidemark.abi.swimlane.SchedPhaseKind;
import io.tidemark.abi.swimlane.SchedPhaseRecord;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.capture.swimlane.AicoreRows;
import io.tidemark.capture.swimlane.SchedulerPhases;
import io.tidemark.capture.swimlane.SubmitPhases;
import io.tidemark.capture.swimlane.TaskFanin;
import io.tidemark.capture.table.LaneCursor;
import io.tidemark.capture.table.LaneRecords;
import java.io.IOException;

/**
 * Puts the records of a swimlane into a draft. Each lane has its own order, which is the order of
 * the rows, so nothing is sorted; a scheduler's markers are merged into its phases. Blocks are taken
 * at once where no row needs a word about it. One thread for scheduler phases, and one that may be
 * another for the rest: only the latter says what it meets.
 */
final class SwimlaneRecords {
    private final LaneRecords records;
    private final int cores;
    private final int threads;
    private final SwimlaneDraft draft;
    private long rows;
    private int forgotten;
    private long forgottenFrom;

    /**
     * @param threads scheduler lanes, used or not
     */
    SwimlaneRecords(LaneRecords records, int cores, int threads, SwimlaneDraft draft) {
        this.records = records;
        this.cores = cores;
        this.threads = threads;
        this.draft = draft;
        draft.hasAicoreRows = true;
    }

    /** What cores and schedulers wrote of each run of a kernel. */
    void copyRuns() throws IOException {
        for (int core = 0; core < cores; core++) {
            copyAicore(core);
        }
        for (int core = 0; core < cores; core++) {
            copyAicpu(core);
        }
    }

    private void copyAicore(int core) throws IOException {
        int step = AicoreTaskRecord.LAYOUT.sizeBytes() / Long.BYTES;
        records.eachBlock(SwimlaneStream.AICORE_TASK.code(), core, (words, count) -> {
            if (arePlain(core, words, count)) {
                rows += count;
                draft.aicore.addRecords(core, words, count);
                return;
            }
            for (int at = 0; at < count * step; at += step) {
                addRun(core, words, at);
            }
        });
    }

    private static boolean arePlain(int core, long[] words, int count) {
        int step = AicoreTaskRecord.LAYOUT.sizeBytes() / Long.BYTES;
        boolean isPlain = core <= AicoreRows.MAX_CORE;
        for (int at = 0; isPlain && at < count * step; at += step) {
            long start = AicoreTaskRecord.START_TICK.of(words, at);
            long word = AicoreTaskRecord.RECEIVE_TO_START_TICKS.of(words, at);
            isPlain = (start | AicoreTaskRecord.END_TICK.of(words, at)) >= 0
                    && !AicoreTaskRecord.threw(word)
                    && (word <= start || start == 0);
        }
        return isPlain;
    }

    private void addRun(int core, long[] words, int at) {
        rows++;
        long start = AicoreTaskRecord.START_TICK.of(words, at);
        long end = AicoreTaskRecord.END_TICK.of(words, at);
        long word = AicoreTaskRecord.RECEIVE_TO_START_TICKS.of(words, at);
        int token = (int) AicoreTaskRecord.REG_TASK_ID.of(words, at);
        if (AicoreTaskRecord.threw(word)) {
            draft.aicore.addFailed(core, token);
        }
        if (core > AicoreRows.MAX_CORE || start < 0 || end < 0) {
            draft.context.loss("record " + rows, "number out of range; AICore row skipped");
            return;
        }
        long receive = AicoreTaskRecord.receiveToStartTicks(word);
        if (receive > start && start != 0) {
            draft.context.loss("record " + rows, "received before time began; the receive time was ignored");
            receive = 0;
        }
        long task = AicoreTaskRecord.taskId(AicoreTaskRecord.TASK.of(words, at));
        draft.aicore.add(core, task, token, start, end, (int) receive);
        draft.aicore.functionOfLast(AicoreTaskRecord.FUNCTION_ID.of(words, at));
    }

    private void copyAicpu(int core) throws IOException {
        int step = AicpuTaskRecord.LAYOUT.sizeBytes() / Long.BYTES;
        records.eachBlock(SwimlaneStream.AICPU_TASK.code(), core, (words, count) -> {
            long signs = 0;
            for (int at = 0; at < count * step; at += step) {
                signs |= AicpuTaskRecord.DISPATCH_TICK.of(words, at);
                signs |= AicpuTaskRecord.FINISH_TICK.of(words, at);
            }
            if (signs >= 0) {
                draft.aicpu.addRecords(core, words, count);
                return;
            }
            for (int at = 0; at < count * step; at += step) {
                addDispatch(core, words, at);
            }
        });
    }

    private void addDispatch(int core, long[] words, int at) {
        long dispatch = AicpuTaskRecord.DISPATCH_TICK.of(words, at);
        long finish = AicpuTaskRecord.FINISH_TICK.of(words, at);
        if (dispatch < 0 || finish < 0) {
            draft.context.loss("core " + core, "number out of range; AICPU row skipped");
        } else {
            draft.aicpu.add(core, (int) AicpuTaskRecord.REG_TASK_ID.of(words, at), dispatch, finish);
        }
    }

    /** What schedulers did; may be done beside the rest by another thread. */
    void copyPhases(int level) throws IOException {
        for (int thread = 0; level >= 3 && thread < threads; thread++) {
            draft.hasSchedulerPhases = true;
            draft.schedulerPhases.beginLane();
            copyPhasesOf(thread);
        }
    }

    /**
     * A phase is written when it ends and a marker at its moment, so both lanes are in order of
     * their end.
     */
    private void copyPhasesOf(int thread) throws IOException {
        LaneCursor phases = records.cursor(SwimlaneStream.AICPU_SCHED_PHASE.code(), thread);
        LaneCursor markers = records.cursor(SwimlaneStream.MARKER.code(), thread);
        if (!markers.hasRecord()) {
            records.eachBlock(
                    SwimlaneStream.AICPU_SCHED_PHASE.code(),
                    thread,
                    (words, count) -> draft.schedulerPhases.addRecords(words, count));
            return;
        }
        while (phases.hasRecord() || markers.hasRecord()) {
            boolean markerNext = !phases.hasRecord()
                    || (markers.hasRecord()
                            && MarkerRecord.TICK.of(markers.words(), markers.at())
                                    <= SchedPhaseRecord.END_TICK.of(phases.words(), phases.at()));
            if (markerNext) {
                addMarker(markers.words(), markers.at());
                markers.advance();
            } else {
                addPhase(phases.words(), phases.at());
                phases.advance();
            }
        }
    }

    private void addPhase(long[] words, int at) {
        SchedulerPhases phases = draft.schedulerPhases;
        long kind = SchedPhaseRecord.KIND.of(words, at);
        phases.add(
                SchedPhaseKind.labelOf(kind),
                SchedPhaseRecord.START_TICK.of(words, at),
                SchedPhaseRecord.END_TICK.of(words, at),
                (int) SchedPhaseRecord.LOOP_ITERATION.of(words, at),
                (int) SchedPhaseRecord.TASKS_PROCESSED.of(words, at));
        if (kind == SchedPhaseKind.DISPATCH.code()) {
            phases.popsOfLast(
                    (int) SchedPhaseRecord.POP_HIT.of(words, at), (int) SchedPhaseRecord.POP_MISS.of(words, at));
        }
    }

    private void addMarker(long[] words, int at) {
        SchedulerPhases phases = draft.schedulerPhases;
        long tick = MarkerRecord.TICK.of(words, at);
        String kind = SchedPhaseKind.labelOf(MarkerRecord.KIND.of(words, at));
        phases.add(kind, tick, tick, (int) MarkerRecord.LOOP_ITERATION.of(words, at), 1);
        phases.taskOfLast(MarkerRecord.TASK_ID.of(words, at));
    }

    /** Who was submitted when and after whom. */
    void copySubmits(boolean onHost) throws IOException {
        int kind = SwimlaneStream.AICPU_ORCH_PHASE.code();
        if (records.cursor(kind, 0).hasRecord()) {
            SubmitPhases submits = onHost ? draft.hostSubmits : draft.orchestratorSubmits;
            draft.hasOrchestratorPhases |= !onHost;
            submits.beginLane();
            records.eachBlock(kind, 0, (words, count) -> submits.addRecords(words, count));
        }
        copyFanins();
        RowReader.sayForgotten(draft, forgotten, forgottenFrom);
    }

    private void copyFanins() throws IOException {
        int step = FaninRecord.LAYOUT.sizeBytes() / Long.BYTES;
        records.eachBlock(SwimlaneStream.FANIN.code(), 0, (words, count) -> {
            draft.sawFanin = true;
            draft.fanin.addRecords(words, count);
            for (int at = 0; at < count * step; at += step) {
                if (FaninRecord.KIND.of(words, at) == TaskFanin.FORGOTTEN) {
                    forgottenFrom = forgotten == 0 ? FaninRecord.taskId(words, at) : forgottenFrom;
                    forgotten += FaninRecord.producers(words, at, new long[FaninRecord.MOST_PRODUCERS]);
                }
            }
        });
    }
}
