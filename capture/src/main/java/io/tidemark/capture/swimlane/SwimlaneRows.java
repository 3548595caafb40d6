package io.tidemark.capture.swimlane;

import java.io.IOException;

/** Takes the rows of a swimlane, kind after kind in the order of a records file. One thread. */
public interface SwimlaneRows {
    /**
     * @param function the kernel that ran
     */
    void aicoreTask(
            int core,
            long taskId,
            int registerTaskId,
            long startTick,
            long endTick,
            long receiveToStartTicks,
            int function)
            throws IOException;

    void aicpuTask(int core, int registerTaskId, long dispatchTick, long finishTick) throws IOException;

    /**
     * Takes records of a core as they stand in words, all of them or none.
     *
     * @return false if it wants them one by one
     */
    default boolean aicoreTasks(int core, long[] words, int count) {
        return false;
    }

    /** The same of what schedulers wrote of a core's runs. */
    default boolean aicpuTasks(int core, long[] words, int count) {
        return false;
    }

    /** The same of phases of the last scheduler. */
    default boolean schedulerPhases(long[] words, int count) {
        return false;
    }

    /** The same of submits of the last orchestrator. */
    default boolean orchestratorSubmits(long[] words, int count) {
        return false;
    }

    /** The same of who comes after whom. */
    default boolean taskFanins(long[] words, int count) {
        return false;
    }

    /** The next scheduler thread; its phases follow. */
    void schedulerLane() throws IOException;

    void schedulerPhase(PhaseFields phase) throws IOException;

    /** The orchestrator on the chip; its submits follow. */
    void orchestratorLane() throws IOException;

    void orchestratorSubmit(int submitIndex, long taskId, long startTick, long endTick) throws IOException;

    void hostSubmit(int submitIndex, long taskId, long startHostNanos, long endHostNanos) throws IOException;

    void hostUpload(HostUpload upload) throws IOException;

    /** Producers of a task; more of the same task come as {@link TaskFanin#CONTINUED}. */
    void taskFanin(long taskId, int kind, long[] producers, int count) throws IOException;

    void failedRun(int core, int registerTaskId) throws IOException;
}
