package io.tidemark.probe.args;

import io.tidemark.abi.args.ArgumentStage;

/**
 * Tasks that were deferred, are dumped by now and wait for the next request. For the thread that
 * steps the scheduler. There are never more than fit: one held task of each of the three shapes
 * that go to cores, and one completion of each kind, of a task that ran once or more often.
 */
public final class DumpedTasks {
    private static final int MOST = 8;

    private final long[] taskIds = new long[MOST];
    private final ArgumentStage[] stages = new ArgumentStage[MOST];
    private int count;

    public void add(long taskId, ArgumentStage stage) {
        assert count < MOST : "count=" + count;
        taskIds[count] = taskId;
        stages[count++] = stage;
    }

    /** True, once, if this stage of the task is dumped already. */
    public boolean take(long taskId, ArgumentStage stage) {
        for (int i = 0; i < count; i++) {
            if (taskIds[i] == taskId && stages[i] == stage) {
                count--;
                taskIds[i] = taskIds[count];
                stages[i] = stages[count];
                return true;
            }
        }
        return false;
    }
}
