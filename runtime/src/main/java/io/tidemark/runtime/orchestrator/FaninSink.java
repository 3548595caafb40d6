package io.tidemark.runtime.orchestrator;

import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.tensormap.EdgeSink;

/** Takes the fan-in of each submit and makes the task wait for it. Orchestrator thread only. */
public interface FaninSink extends EdgeSink {
    /** The edges that follow are those of this task. */
    void begin(TaskSlot slot, int ring);

    /** The task is described and its edges are told; false when the run has failed. */
    boolean wire(int local);

    /** A task that is complete from the start and has no edges. */
    void allocated(int ring, int local);
}
