package io.tidemark.runtime.recording;

import io.tidemark.chip.Chip;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.team.SchedulerProbe;

/**
 * Two probes of one scheduler, called one after the other. Whether a task may go on the second is
 * asked first: what the first answers it may have acted on. Moments come from the first. For the
 * thread that steps the scheduler.
 */
final class SchedulerChain implements SchedulerProbe {
    private final SchedulerProbe first;
    private final SchedulerProbe second;
    private final boolean firstWantsWalks;
    private final boolean secondWantsWalks;

    SchedulerChain(SchedulerProbe first, SchedulerProbe second) {
        this.first = first;
        this.second = second;
        firstWantsWalks = first.wantsWalks();
        secondWantsWalks = second.wantsWalks();
    }

    @Override
    public void attach(Chip chip) {
        first.attach(chip);
        second.attach(chip);
    }

    @Override
    public boolean hasRoom() {
        return first.hasRoom() & second.hasRoom(); // each is asked: asking makes room
    }

    @Override
    public void loopBegin(long iteration) {
        first.loopBegin(iteration);
        second.loopBegin(iteration);
    }

    @Override
    public void observed(int core, int token) {
        first.observed(core, token);
        second.observed(core, token);
    }

    @Override
    public boolean mayDispatch(TaskSlot task) {
        return second.mayDispatch(task) && first.mayDispatch(task);
    }

    @Override
    public boolean mayComplete(TaskSlot task) {
        return second.mayComplete(task) && first.mayComplete(task);
    }

    @Override
    public void interrupted(TaskSlot task) {
        first.interrupted(task);
        second.interrupted(task);
    }

    @Override
    public void complete(int core, int token, TaskSlot task, long dispatchTick) {
        first.complete(core, token, task, dispatchTick);
        second.complete(core, token, task, dispatchTick);
    }

    @Override
    public void completeTaken(int core, int token, TaskSlot task, long dispatchTick, long finishTick) {
        first.completeTaken(core, token, task, dispatchTick, finishTick);
        second.completeTaken(core, token, task, dispatchTick, finishTick);
    }

    @Override
    public void countedCycles(int core, TaskSlot task, long startTick, long endTick, int cycles) {
        first.countedCycles(core, task, startTick, endTick, cycles);
        second.countedCycles(core, task, startTick, endTick, cycles);
    }

    @Override
    public void completePhaseEnd(int tasks) {
        first.completePhaseEnd(tasks);
        second.completePhaseEnd(tasks);
    }

    @Override
    public boolean wantsWalks() {
        return firstWantsWalks || secondWantsWalks;
    }

    @Override
    public long walkBegin() {
        long moment = firstWantsWalks ? first.walkBegin() : 0;
        long secondMoment = secondWantsWalks ? second.walkBegin() : 0;
        return firstWantsWalks ? moment : secondMoment;
    }

    @Override
    public void walkEnd(long beginTick, int consumers) {
        if (firstWantsWalks) {
            first.walkEnd(beginTick, consumers);
        }
        if (secondWantsWalks) {
            second.walkEnd(beginTick, consumers);
        }
    }

    @Override
    public void retired(TaskSlot task) {
        first.retired(task);
        second.retired(task);
    }

    @Override
    public void dummyPhaseEnd(int tasks) {
        first.dummyPhaseEnd(tasks);
        second.dummyPhaseEnd(tasks);
    }

    @Override
    public long dispatch(int core, int token, TaskSlot task) {
        long moment = first.dispatch(core, token, task);
        second.dispatch(core, token, task);
        return moment;
    }

    @Override
    public void dispatchPhaseEnd(int tasks, int popHits, int popMisses) {
        first.dispatchPhaseEnd(tasks, popHits, popMisses);
        second.dispatchPhaseEnd(tasks, popHits, popMisses);
    }

    @Override
    public boolean mayStage() {
        return first.mayStage() & second.mayStage();
    }

    @Override
    public void earlyPhaseEnd(int blocks) {
        first.earlyPhaseEnd(blocks);
        second.earlyPhaseEnd(blocks);
    }

    @Override
    public void drainPrepared(int subtasks) {
        first.drainPrepared(subtasks);
        second.drainPrepared(subtasks);
    }

    @Override
    public void drainPhaseEnd(int blocks, int subtasks) {
        first.drainPhaseEnd(blocks, subtasks);
        second.drainPhaseEnd(blocks, subtasks);
    }

    @Override
    public void asyncPhaseEnd(int tasks) {
        first.asyncPhaseEnd(tasks);
        second.asyncPhaseEnd(tasks);
    }

    @Override
    public void phaseBegin() {
        first.phaseBegin();
        second.phaseBegin();
    }

    @Override
    public void releasePhaseEnd(int tasks) {
        first.releasePhaseEnd(tasks);
        second.releasePhaseEnd(tasks);
    }

    @Override
    public boolean flush() {
        return first.flush() & second.flush();
    }
}
