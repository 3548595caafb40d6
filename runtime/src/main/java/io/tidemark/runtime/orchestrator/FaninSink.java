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

    /**
     * As {@link #begin} for a task that waits for tasks of the same body. None of that body can run
     * before all of it is described. Only where {@link #takesBodies}.
     *
     * @param producers of the same body
     */
    default void beginInBody(TaskSlot slot, int ring, int producers) {
        throw new UnsupportedOperationException("tasks are submitted one by one");
    }

    /**
     * As {@link #wire} after {@link #beginInBody}, but the task is held until {@link #letGo}. False
     * when the run has failed.
     */
    default boolean wireHeld(int local) {
        throw new UnsupportedOperationException("tasks are submitted one by one");
    }

    /** The task of {@link #wireHeld} is part of its ring, and all of its body is described. */
    default void letGo(TaskSlot slot) {
        throw new UnsupportedOperationException("tasks are submitted one by one");
    }

    /**
     * Tasks of a body, one behind the other, that wait for nothing outside of it. Only where {@link
     * #takesBodies}.
     */
    default void enclosed(int ring, int firstLocal, int count) {
        throw new UnsupportedOperationException("tasks are submitted one by one");
    }

    /** Whether tasks of a body may be submitted together now. */
    default boolean takesBodies() {
        return false;
    }

    /** The task is described and has received all its edges; false when the run has failed. */
    boolean wire(int local);

    /** The next task waits for one producer more than it has edges. */
    void holdNext();

    /** Gives a held task the edge it waits for, to a task that waits itself. */
    void closeCircle(long heldTaskId, long producerTaskId);

    /** A task that is complete from the start and has no edges. */
    void allocated(int ring, int local);
}
