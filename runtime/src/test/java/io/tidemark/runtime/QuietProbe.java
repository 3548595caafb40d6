package io.tidemark.runtime;

import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.team.SchedulerProbe;

/** A probe that lets everything go and keeps nothing; tests add what they want to see. */
public class QuietProbe implements SchedulerProbe {
    @Override
    public boolean hasRoom() {
        return true;
    }

    @Override
    public void loopBegin(long iteration) {}

    @Override
    public void observed(int core, int token) {}

    @Override
    public void complete(int core, int token, TaskSlot task, long dispatchTick) {}

    @Override
    public void completePhaseEnd(int tasks) {}

    @Override
    public long dispatch(int core, int token, TaskSlot task) {
        return 0;
    }

    @Override
    public void dispatchPhaseEnd(int tasks, int popHits, int popMisses) {}

    @Override
    public void releasePhaseEnd(int tasks) {}

    @Override
    public boolean flush() {
        return true;
    }
}
