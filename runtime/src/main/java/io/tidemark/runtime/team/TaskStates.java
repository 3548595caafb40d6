package io.tidemark.runtime.team;

import io.tidemark.runtime.task.TaskSlot;
import java.util.function.LongConsumer;

/** The states of tasks, for the explanation of a hang. Any thread. */
public interface TaskStates {
    /** False while tasks are only being written down and none of them may start. */
    boolean areStarted();

    boolean isCompleteAcquire(TaskSlot slot);

    /** Names the tasks that a task still waits for. */
    void eachUnmet(TaskSlot slot, LongConsumer producers);
}
