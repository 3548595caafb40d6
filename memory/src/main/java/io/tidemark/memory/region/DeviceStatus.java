package io.tidemark.memory.region;

import io.tidemark.abi.StallDetail;
import io.tidemark.abi.region.RunStatus;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * Where the device half says that its run has failed, so that a reader after its death knows it
 * although no process lived to write more. The thread that drives the device half writes, {@link
 * #failedRelease} last; any thread reads.
 */
public final class DeviceStatus {
    private final MemorySegment memory;

    DeviceStatus(MemorySegment memory) {
        this.memory = memory;
    }

    /**
     * How a run failed, as far as it could still say.
     *
     * @param detail {@code NONE} when it did not stand still
     * @param taskId the task to look at first, -1 if none
     * @param core where it sits, -1 if none
     */
    public record Failure(int errorCode, StallDetail detail, long taskId, int core) {}

    /** Writes which task the run stands still at. */
    public void stalled(
            StallDetail detail, long taskId, int core, boolean orchestrationDone, long completed, long submitted) {
        RunStatus.STALL_DETAIL.set(memory, RunStatus.AT, detail.code());
        RunStatus.STUCK_TASK_ID.set(memory, RunStatus.AT, taskId);
        RunStatus.STUCK_CORE.set(memory, RunStatus.AT, core);
        RunStatus.ORCHESTRATION_DONE.set(memory, RunStatus.AT, orchestrationDone ? 1 : 0);
        RunStatus.COMPLETED_TASKS.set(memory, RunStatus.AT, completed);
        RunStatus.SUBMITTED_TASKS.set(memory, RunStatus.AT, submitted);
    }

    /** Writes how many tasks ran, were ready and waited at that time. */
    public void counted(int running, int ready, int waiting) {
        RunStatus.RUNNING_TASKS.set(memory, RunStatus.AT, running);
        RunStatus.READY_TASKS.set(memory, RunStatus.AT, ready);
        RunStatus.WAITING_TASKS.set(memory, RunStatus.AT, waiting);
    }

    /** A code is 0 when that side has not failed. */
    public void failedRelease(int orchestratorCode, int schedulerCode) {
        RunStatus.ORCHESTRATOR_ERROR.set(memory, RunStatus.AT, orchestratorCode);
        RunStatus.SCHEDULER_ERROR.set(memory, RunStatus.AT, schedulerCode);
        RunStatus.REPORTED.setRelease(memory, RunStatus.AT, 1);
    }

    /** Empty when the run had not failed, or had no time to say so. */
    public Optional<Failure> failure() {
        if (RunStatus.REPORTED.getAcquire(memory, RunStatus.AT) != 1) {
            return Optional.empty();
        }
        int orchestrator = RunStatus.ORCHESTRATOR_ERROR.get(memory, RunStatus.AT);
        int scheduler = RunStatus.SCHEDULER_ERROR.get(memory, RunStatus.AT);
        StallDetail detail = StallDetail.ofCode(RunStatus.STALL_DETAIL.get(memory, RunStatus.AT));
        boolean stood = detail != StallDetail.NONE;
        return Optional.of(new Failure(
                orchestrator != 0 ? orchestrator : scheduler,
                detail,
                stood ? RunStatus.STUCK_TASK_ID.get(memory, RunStatus.AT) : -1,
                stood ? RunStatus.STUCK_CORE.get(memory, RunStatus.AT) : -1));
    }
}
