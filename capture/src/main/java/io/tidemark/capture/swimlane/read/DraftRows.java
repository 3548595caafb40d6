package io.tidemark.capture.swimlane.read;

import io.tidemark.abi.swimlane.AicoreTaskRecord;
import io.tidemark.abi.swimlane.AicpuTaskRecord;
import io.tidemark.abi.swimlane.FaninRecord;
import io.tidemark.capture.swimlane.AicoreRows;
import io.tidemark.capture.swimlane.HostUpload;
import io.tidemark.capture.swimlane.PhaseFields;
import io.tidemark.capture.swimlane.SchedulerPhases;
import io.tidemark.capture.swimlane.SubmitPhases;
import io.tidemark.capture.swimlane.SwimlaneRows;
import io.tidemark.capture.swimlane.TaskFanin;

/**
 * Puts rows into a draft, under the rules that the reader of a records file has for them. One
 * thread for scheduler phases, and one that may be another for the rest: only the latter says what
 * it meets.
 */
final class DraftRows implements SwimlaneRows {
    private final SwimlaneDraft draft;
    private long rows;
    private int forgotten;
    private long forgottenFrom;

    DraftRows(SwimlaneDraft draft) {
        this.draft = draft;
        draft.hasAicoreRows = true;
    }

    @Override
    public void aicoreTask(
            int core,
            long taskId,
            int registerTaskId,
            long startTick,
            long endTick,
            long receiveToStartTicks,
            int function) {
        rows++;
        if (core > AicoreRows.MAX_CORE || startTick < 0 || endTick < 0) {
            draft.context.loss("record " + rows, "number out of range; AICore row skipped");
            return;
        }
        long receive = receiveToStartTicks;
        if (receive > startTick && startTick != 0) {
            draft.context.loss("record " + rows, "received before time began; the receive time was ignored");
            receive = 0;
        }
        draft.aicore.add(core, taskId, registerTaskId, startTick, endTick, (int) receive);
        draft.aicore.functionOfLast(function);
    }

    @Override
    public void aicpuTask(int core, int registerTaskId, long dispatchTick, long finishTick) {
        if (dispatchTick < 0 || finishTick < 0) {
            draft.context.loss("core " + core, "number out of range; AICPU row skipped");
        } else {
            draft.aicpu.add(core, registerTaskId, dispatchTick, finishTick);
        }
    }

    /** Taken at once where no row needs a word about it. */
    @Override
    public boolean aicoreTasks(int core, long[] words, int count) {
        int step = AicoreTaskRecord.LAYOUT.sizeBytes() / Long.BYTES;
        boolean isPlain = core <= AicoreRows.MAX_CORE;
        for (int at = 0; isPlain && at < count * step; at += step) {
            long start = AicoreTaskRecord.START_TICK.of(words, at);
            long word = AicoreTaskRecord.RECEIVE_TO_START_TICKS.of(words, at);
            isPlain = (start | AicoreTaskRecord.END_TICK.of(words, at)) >= 0
                    && !AicoreTaskRecord.threw(word)
                    && (word <= start || start == 0);
        }
        if (isPlain) {
            rows += count;
            draft.aicore.addRecords(core, words, count);
        }
        return isPlain;
    }

    @Override
    public boolean aicpuTasks(int core, long[] words, int count) {
        int step = AicpuTaskRecord.LAYOUT.sizeBytes() / Long.BYTES;
        long signs = 0;
        for (int at = 0; at < count * step; at += step) {
            signs |= AicpuTaskRecord.DISPATCH_TICK.of(words, at);
            signs |= AicpuTaskRecord.FINISH_TICK.of(words, at);
        }
        if (signs >= 0) {
            draft.aicpu.addRecords(core, words, count);
        }
        return signs >= 0;
    }

    @Override
    public boolean schedulerPhases(long[] words, int count) {
        draft.schedulerPhases.addRecords(words, count);
        return true;
    }

    @Override
    public boolean orchestratorSubmits(long[] words, int count) {
        draft.orchestratorSubmits.addRecords(words, count);
        return true;
    }

    @Override
    public void schedulerLane() {
        draft.hasSchedulerPhases = true;
        draft.schedulerPhases.beginLane();
    }

    @Override
    public void schedulerPhase(PhaseFields phase) {
        SchedulerPhases phases = draft.schedulerPhases;
        phases.add(phase.kind, phase.startTick, phase.endTick, phase.loopIteration, phase.tasksProcessed);
        if (phase.hasPops) {
            phases.popsOfLast(phase.popHits, phase.popMisses);
        }
        if (phase.hasTask) {
            phases.taskOfLast(phase.taskId);
        }
    }

    @Override
    public void orchestratorLane() {
        draft.hasOrchestratorPhases = true;
        draft.orchestratorSubmits.beginLane();
    }

    @Override
    public void orchestratorSubmit(int submitIndex, long taskId, long startTick, long endTick) {
        draft.orchestratorSubmits.add(SubmitPhases.SUBMIT, startTick, endTick, submitIndex, taskId);
    }

    @Override
    public void hostSubmit(int submitIndex, long taskId, long startHostNanos, long endHostNanos) {
        if (draft.hostSubmits.laneCount() == 0) {
            draft.hostSubmits.beginLane();
        }
        draft.hostSubmits.add(SubmitPhases.SUBMIT, startHostNanos, endHostNanos, submitIndex, taskId);
    }

    @Override
    public void hostUpload(HostUpload upload) {
        draft.hostUploads.add(upload);
    }

    @Override
    public void taskFanin(long taskId, int kind, long[] producers, int count) {
        draft.sawFanin = true;
        if (kind == TaskFanin.FORGOTTEN) {
            forgottenFrom = forgotten == 0 ? taskId : forgottenFrom;
            forgotten += count;
        }
        draft.fanin.beginRow(taskId, kind);
        for (int i = 0; i < count; i++) {
            draft.fanin.add(producers[i]);
        }
    }

    @Override
    public boolean taskFanins(long[] words, int count) {
        int step = FaninRecord.LAYOUT.sizeBytes() / Long.BYTES;
        for (int at = 0; at < count * step; at += step) {
            if (FaninRecord.KIND.of(words, at) == TaskFanin.FORGOTTEN) {
                return false;
            }
        }
        draft.sawFanin = true;
        draft.fanin.addRecords(words, count);
        return true;
    }

    /** Says what only shows when every row is there. */
    void finish() {
        RowReader.sayForgotten(draft, forgotten, forgottenFrom);
    }

    @Override
    public void failedRun(int core, int registerTaskId) {
        draft.aicore.addFailed(core, registerTaskId);
    }
}
