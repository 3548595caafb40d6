package io.tidemark.runtime.task;

import io.tidemark.chip.TimeModel;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongUnaryOperator;

/**
 * Keeps ready tasks from their queue for a time, in virtual time only. For the thread that has the
 * turn.
 */
final class HeldTasks {
    private final TaskTable table;
    private final TimeModel time;
    private final LongUnaryOperator picosByTask;
    private final Set<Long> released = new HashSet<>(); // their time is over

    HeldTasks(TaskTable table, TimeModel time, LongUnaryOperator picosByTask) {
        this.table = table;
        this.time = time;
        this.picosByTask = picosByTask;
    }

    /** True when the task is pushed later. */
    boolean holds(TaskSlot slot) {
        long taskId = slot.taskId();
        long picos = released.remove(taskId) ? 0 : picosByTask.applyAsLong(taskId);
        if (picos <= 0) {
            return false;
        }
        time.after(picos, () -> {
            released.add(taskId);
            table.push(slot);
        });
        return true;
    }
}
