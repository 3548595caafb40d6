package io.tidemark.runtime.recording;

import io.tidemark.abi.args.ArgumentStage;
import io.tidemark.abi.swimlane.SchedPhaseKind;
import io.tidemark.chip.Chip;
import io.tidemark.chip.CoreProbe;
import io.tidemark.chip.CoreRegisters;
import io.tidemark.chip.DeviceClock;
import io.tidemark.probe.args.SchedulerArgsProbe;
import io.tidemark.probe.swimlane.SchedulerSwimlaneProbe;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.team.SchedulerProbe;

/**
 * Records what a scheduler reports, for swimlane, counters and argument dump. It reads the clock only for levels that
 * are on, and once where one reading is enough. The first work of a phase begins the phase; its tick also stamps
 * everything that the phase finishes or dispatches. The tick that ends a phase begins the next phase if that follows at
 * once. A phase without work has no length. The turn of a loop that finds nothing reads no clock. For the thread that
 * steps the scheduler.
 */
final class SchedulerRecorder implements SchedulerProbe {
    private static final long NO_TICK = Long.MIN_VALUE;
    private static final long LONG_WALKS_PER_SECOND = 1_000_000; // a walk of a microsecond is recorded

    private final SchedulerSwimlaneProbe swimlane;
    private final PmuRecorder pmu; // null when off
    private final SchedulerArgsProbe args; // null when off
    private final DumpedStages stages; // null when the chip dumps no tasks of several runs
    private final BoardRecorder board; // null without one
    private final DeviceClock clock;
    private final boolean recordsTasks;
    private final boolean recordsPhases;

    private CoreRegisters registers; // since the run is known
    private boolean coresDump; // the arguments of tasks that are one kernel run
    private long iteration;
    private long phaseBeginTick = NO_TICK; // not begun
    private long drainPreparedTick;
    private int walksLeft; // that have room in this turn

    SchedulerRecorder(
            SchedulerSwimlaneProbe swimlane,
            PmuRecorder pmu,
            SchedulerArgsProbe args,
            DumpedStages stages,
            BoardRecorder board,
            DeviceClock clock) {
        this.swimlane = swimlane;
        this.pmu = pmu;
        this.args = args;
        this.stages = stages;
        this.board = board;
        this.clock = clock;
        this.recordsTasks = swimlane.recordsTasks();
        this.recordsPhases = swimlane.recordsPhases();
    }

    @Override
    public void attach(Chip chip) {
        registers = chip.registers();
        coresDump = chip.dumpsArguments();
        if (args != null) {
            args.attach(chip.memory().map());
        }
    }

    @Override
    public boolean hasRoom() {
        boolean room = swimlane.hasRoom(); // each is asked: asking makes room
        room &= pmu == null || pmu.hasRoom();
        room &= stages == null || stages.hasRoom();
        room &= args == null || args.hasRoom();
        return room;
    }

    @Override
    public boolean mayDispatch(TaskSlot task) {
        if (args == null || isDumpedByCore(task)) {
            return true;
        }
        return stages == null ? args.mayDispatch(task) : stages.isDumped(task, ArgumentStage.BEFORE_DISPATCH);
    }

    @Override
    public boolean mayComplete(TaskSlot task) {
        if (args == null || isDumpedByCore(task)) {
            return true;
        }
        return stages == null ? args.mayComplete(task) : stages.isDumped(task, ArgumentStage.AFTER_COMPLETION);
    }

    private boolean isDumpedByCore(TaskSlot task) {
        return coresDump && task.isOneRun();
    }

    @Override
    public void interrupted(TaskSlot task) {
        if (args != null) {
            args.interrupted(task);
        }
    }

    @Override
    public void loopBegin(long loopIteration) {
        iteration = loopIteration;
        phaseBeginTick = NO_TICK;
        walksLeft = swimlane.walksPerStep();
    }

    @Override
    public void observed(int core, int token) {
        swimlane.observed(core, token);
    }

    @Override
    public void complete(int core, int token, TaskSlot task, long dispatchTick) {
        if (recordsTasks) {
            long seenTick = workTick(); // a core on another thread may have ended after it
            long finishTick = Math.max(seenTick, registers.endTickOpaque(core));
            swimlane.taskFinished(core, token, dispatchTick, finishTick);
        }
        if (pmu != null) {
            pmu.finished(core, task, registers);
        }
        completed(core, token, task, dispatchTick);
    }

    @Override
    public void completeTaken(int core, int token, TaskSlot task, long dispatchTick, long finishTick) {
        if (finishTick != CoreProbe.NOT_FINISHED) {
            swimlane.taskFinished(core, token, dispatchTick, finishTick);
        }
        completed(core, token, task, dispatchTick);
    }

    private void completed(int core, int token, TaskSlot task, long dispatchTick) {
        if (board != null) {
            board.complete(core, token, task, dispatchTick);
        }
    }

    @Override
    public void countedCycles(int core, TaskSlot task, long startTick, long endTick, int cycles) {
        if (pmu != null) {
            pmu.taken(core, task, startTick, endTick, cycles);
        }
    }

    @Override
    public void retired(TaskSlot task) {
        if (recordsPhases) {
            SchedPhaseKind kind = task.isSkipped() ? SchedPhaseKind.PREDICATED_SKIP : SchedPhaseKind.DUMMY_TASK;
            swimlane.marker(kind, task.taskId(), workTick(), iteration);
        }
    }

    @Override
    public boolean wantsWalks() {
        return recordsPhases;
    }

    @Override
    public long walkBegin() {
        long now = clock.ticks();
        if (phaseBeginTick == NO_TICK) {
            phaseBeginTick = now; // a walk lies inside its phase
        }
        return now;
    }

    @Override
    public void walkEnd(long beginTick, int consumers) {
        long now = clock.ticks();
        boolean isLong = (now - beginTick) * LONG_WALKS_PER_SECOND >= clock.hertz();
        if (isLong && walksLeft > 0) {
            walksLeft--;
            swimlane.phase(SchedPhaseKind.RESOLVE, beginTick, now, iteration, consumers);
        }
    }

    @Override
    public void dummyPhaseEnd(int tasks) {
        endPhase(SchedPhaseKind.DUMMY, tasks);
    }

    @Override
    public void completePhaseEnd(int tasks) {
        endPhase(SchedPhaseKind.COMPLETE, tasks);
    }

    @Override
    public long dispatch(int core, int token, TaskSlot task) {
        swimlane.beforeDispatch(core, token);
        if (board != null) {
            board.dispatch(core, token, task);
        }
        return recordsTasks ? workTick() : 0;
    }

    @Override
    public void dispatchPhaseEnd(int tasks, int popHits, int popMisses) {
        if (recordsPhases) {
            swimlane.popped(popHits, popMisses);
        }
        endPhase(SchedPhaseKind.DISPATCH, tasks);
    }

    @Override
    public void phaseBegin() {
        if (recordsPhases) {
            workTick();
        }
    }

    @Override
    public boolean mayStage() {
        return args == null; // the inputs of a staged task are not there to be dumped
    }

    @Override
    public void earlyPhaseEnd(int blocks) {
        endPhase(SchedPhaseKind.EARLY_DISPATCH, blocks);
    }

    @Override
    public void drainPrepared(int subtasks) {
        if (recordsPhases) {
            drainPreparedTick = clock.ticks();
        }
    }

    @Override
    public void drainPhaseEnd(int blocks, int subtasks) {
        if (!recordsPhases || blocks == 0) {
            phaseBeginTick = NO_TICK;
            return;
        }
        long beginTick = phaseBeginTick == NO_TICK ? drainPreparedTick : phaseBeginTick;
        endPhase(SchedPhaseKind.DRAIN, blocks);
        swimlane.phase(SchedPhaseKind.DRAIN_PREPARE, beginTick, drainPreparedTick, iteration, subtasks);
        swimlane.phase(SchedPhaseKind.DRAIN_PUBLISH, drainPreparedTick, phaseBeginTick, iteration, subtasks);
    }

    @Override
    public void asyncPhaseEnd(int tasks) {
        endPhase(SchedPhaseKind.ASYNC_POLL, tasks);
    }

    @Override
    public void releasePhaseEnd(int tasks) {
        endPhase(SchedPhaseKind.RELEASE, tasks);
    }

    @Override
    public boolean flush() {
        long now = recordsPhases ? clock.ticks() : 0;
        // without work nothing is written; the call passes the iteration that left-over pops belong to
        swimlane.phase(SchedPhaseKind.DISPATCH, now, now, iteration, 0);
        boolean done = swimlane.flush(now);
        done &= pmu == null || pmu.flush();
        if (stages != null) {
            stages.leave();
        }
        done &= args == null || args.flush();
        return done;
    }

    /** The moment of work that is done now. */
    private long workTick() {
        if (phaseBeginTick == NO_TICK) {
            phaseBeginTick = clock.ticks();
            return phaseBeginTick;
        }
        return args == null ? phaseBeginTick : clock.ticks(); // copies of arguments take their time
    }

    private void endPhase(SchedPhaseKind kind, int tasks) {
        if (!recordsPhases || tasks == 0) {
            phaseBeginTick = NO_TICK;
            return;
        }
        long now = clock.ticks();
        long begin = phaseBeginTick == NO_TICK ? now : phaseBeginTick;
        swimlane.phase(kind, begin, now, iteration, tasks);
        phaseBeginTick = now;
    }
}
