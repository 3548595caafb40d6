package io.tidemark.runtime.fault;

import io.tidemark.runtime.TaskGraph;

/**
 * Graphs that {@link TaskGraph} rules out, for cases that show their consequences. An edge always points to a task that
 * exists, so tasks cannot wait in a circle unless this is asked for. On the orchestrator's thread.
 */
public interface GraphFaults {
    /** The task submitted next waits for one producer more, which {@link #closeCircle} names. */
    void holdNext();

    /** Makes a held task wait for a later one. */
    void closeCircle(long heldTaskId, long producerTaskId);
}
