package io.tidemark.runtime.costs;

import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.chip.Chip;
import io.tidemark.chip.ChipProfile;
import io.tidemark.chip.TimeModel;
import io.tidemark.runtime.ModelledTime.DumpedTensors;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.team.SchedulerProbe;
import io.tidemark.runtime.tensormap.ArgumentTag;
import java.util.Optional;

/**
 * A scheduler, or the actor without cores, whose work and records cost what the profile says. Costs are spent where the
 * work is reported, so that the stamps around the work include them. For the thread that has the turn.
 */
public final class CostedScheduler implements SchedulerProbe {
    private final SchedulerProbe inner; // null when nothing is recorded
    private final TimeModel time;
    private final ChipProfile.Control costs;
    private final long taskPicos;
    private final long phasePicos;
    private final long countersPicos;
    private final ChipProfile.Records dump; // null when nothing is dumped
    private final DumpedTensors told; // null when tasks have their arguments

    /**
     * @param inner records, or null
     * @param records what is recorded
     * @param dumps arguments that tasks do not have themselves
     */
    public CostedScheduler(SchedulerProbe inner, TimeModel time, DfxFlags records, Optional<DumpedTensors> dumps) {
        this.inner = inner;
        this.time = time;
        this.costs = time.profile().control();
        ChipProfile.Records each = time.profile().records();
        this.taskPicos = records.swimlaneLevel() >= 2 ? each.task() : 0;
        this.phasePicos = records.swimlaneLevel() >= 3 ? each.phase() : 0;
        this.countersPicos = records.has(DfxFeature.PMU) ? each.counters() : 0;
        this.dump = dumps.isPresent() || records.has(DfxFeature.DUMP_ARGS_ENABLE) ? each : null;
        this.told = dumps.orElse(null);
    }

    @Override
    public void attach(Chip chip) {
        if (inner != null) {
            inner.attach(chip);
        }
    }

    @Override
    public boolean hasRoom() {
        if (inner == null || inner.hasRoom()) {
            return true;
        }
        time.letHostCollect();
        return inner.hasRoom();
    }

    @Override
    public void loopBegin(long iteration) {
        time.spend(costs.loop());
        if (inner != null) {
            inner.loopBegin(iteration);
        }
    }

    @Override
    public void observed(int core, int token) {
        time.spend(costs.poll());
        if (inner != null) {
            inner.observed(core, token);
        }
    }

    @Override
    public boolean mayDispatch(TaskSlot task) {
        if (inner != null && !inner.mayDispatch(task)) {
            time.letHostCollect();
            if (!inner.mayDispatch(task)) {
                return false;
            }
        }
        dumped(task, false);
        return true;
    }

    @Override
    public boolean mayComplete(TaskSlot task) {
        if (inner != null && !inner.mayComplete(task)) {
            time.letHostCollect();
            if (!inner.mayComplete(task)) {
                return false;
            }
        }
        dumped(task, true);
        return true;
    }

    /** Spends the copies of arguments: inputs before a task runs, outputs after it. */
    private void dumped(TaskSlot task, boolean written) {
        if (dump == null) {
            return;
        }
        if (told != null) {
            long id = task.taskId();
            time.spend(told.count(id, written) * dump.argument() + told.bytes(id, written) * dump.argumentByte());
            return;
        }
        for (int i = 0; i < task.tensorCount(); i++) {
            int tag = task.tagCode(i);
            boolean isCopied = tag == ArgumentTag.INOUT.code()
                    || (tag == ArgumentTag.INPUT.code()) != written && tag != ArgumentTag.NO_DEP.code();
            if (isCopied) {
                time.spend(dump.argument() + task.tensor(i).sizeBytes() * dump.argumentByte());
            }
        }
    }

    @Override
    public void interrupted(TaskSlot task) {
        if (inner != null) {
            inner.interrupted(task);
        }
    }

    @Override
    public void complete(int core, int token, TaskSlot task, long dispatchTick) {
        if (inner != null) {
            inner.complete(core, token, task, dispatchTick);
        }
        time.spend(costs.completion() + taskPicos + countersPicos);
    }

    @Override
    public void told(int consumers) {
        time.spend(consumers * costs.consumer());
        if (inner != null) {
            inner.told(consumers);
        }
    }

    @Override
    public void completePhaseEnd(int tasks) {
        phase(tasks);
        if (inner != null) {
            inner.completePhaseEnd(tasks);
        }
    }

    /** What a record costs belongs to the phase that it tells. */
    private void phase(int tasks) {
        if (tasks > 0) {
            time.spend(phasePicos);
        }
    }

    @Override
    public boolean wantsWalks() {
        return inner != null && inner.wantsWalks();
    }

    @Override
    public long walkBegin() {
        return inner.walkBegin();
    }

    @Override
    public void walkEnd(long beginTick, int consumers) {
        inner.walkEnd(beginTick, consumers);
    }

    @Override
    public void retired(TaskSlot task) {
        if (inner != null) {
            inner.retired(task);
        }
        time.spend(costs.retirement() + phasePicos);
    }

    @Override
    public void dummyPhaseEnd(int tasks) {
        phase(tasks);
        if (inner != null) {
            inner.dummyPhaseEnd(tasks);
        }
    }

    @Override
    public long dispatch(int core, int token, TaskSlot task) {
        long tick = inner == null ? 0 : inner.dispatch(core, token, task);
        time.spend(costs.dispatch());
        return tick;
    }

    @Override
    public void dispatchPhaseEnd(int tasks, int popHits, int popMisses) {
        phase(tasks);
        if (inner != null) {
            inner.dispatchPhaseEnd(tasks, popHits, popMisses);
        }
    }

    @Override
    public boolean mayStage() {
        return told == null
                && (inner == null || inner.mayStage()); // inputs of a staged task are not there to be dumped
    }

    @Override
    public void earlyPhaseEnd(int blocks) {
        phase(blocks);
        if (inner != null) {
            inner.earlyPhaseEnd(blocks);
        }
    }

    @Override
    public void drainPrepared(int subtasks) {
        if (inner != null) {
            inner.drainPrepared(subtasks);
        }
    }

    @Override
    public void drainPhaseEnd(int blocks, int subtasks) {
        phase(blocks);
        if (inner != null) {
            inner.drainPhaseEnd(blocks, subtasks);
        }
    }

    @Override
    public void asyncPhaseEnd(int tasks) {
        time.spend(tasks * costs.completion());
        phase(tasks);
        if (inner != null) {
            inner.asyncPhaseEnd(tasks);
        }
    }

    @Override
    public void phaseBegin() {
        if (inner != null) {
            inner.phaseBegin();
        }
    }

    @Override
    public void releasePhaseEnd(int tasks) {
        time.spend(tasks * costs.release());
        phase(tasks);
        if (inner != null) {
            inner.releasePhaseEnd(tasks);
        }
    }

    @Override
    public boolean flush() {
        if (inner == null || inner.flush()) {
            return true;
        }
        time.letHostCollect();
        return inner.flush();
    }
}
