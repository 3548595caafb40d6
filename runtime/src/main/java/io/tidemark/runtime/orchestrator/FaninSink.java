package io.tidemark.runtime.orchestrator;

import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.tensormap.EdgeSink;
import io.tidemark.runtime.tensormap.SubmitArguments;

/** Takes the fan-in of each submit and makes the task wait for it. Orchestrator thread only. */
public interface FaninSink extends EdgeSink {
    /**
     * The edges that follow are those of this task; false when what it says about itself ends the
     * run.
     */
    boolean begin(TaskSlot slot, int ring, SubmitArguments arguments);

    /** The task is described and its edges are told; false when the run has failed. */
    boolean wire(int local);

    /** The next task waits for one producer more than it has edges. */
    void holdNext();

    /** Gives a held task the edge it waits for, to a task that waits itself. */
    void closeCircle(long heldTaskId, long producerTaskId);

    /** A task that is complete from the start and has no edges. */
    void allocated(int ring, int local);
}
