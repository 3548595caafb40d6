package io.tidemark.runtime.scheduler;

import io.tidemark.abi.ErrorCode;
import io.tidemark.abi.StallDetail;
import io.tidemark.abi.TaskId;
import io.tidemark.abi.dispatch.DispatchToken;
import io.tidemark.chip.Supervisor;
import io.tidemark.probe.WaitBudget;
import io.tidemark.runtime.stall.Stall;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.runtime.team.RunFailure;
import io.tidemark.runtime.team.SchedulerTeam;
import io.tidemark.runtime.team.SupervisorProbe;
import java.util.Arrays;
import java.util.Locale;

/**
 * Looks at a run from outside, every few milliseconds. It ends a run whose kernel overruns its budget while others
 * continue. It also ends a run in which nothing at all happens any more; perhaps no scheduler can notice that. The
 * doctor asks it what it saw of each core's progress word. For the thread that drives the run; the questions about
 * cores also after the run.
 */
public final class RunGuard implements Supervisor {
    private static final long LOOK_NANOS = 2_000_000;
    private static final long FROZEN_NANOS = 100_000_000; // a word that stood for so long stands
    private static final long STILL_NANOS = 1_000_000_000; // a run that did not move for so long stands
    private static final long LAST_RESORT_NANOS = 5_000_000_000L; // for lanes that do not leave

    private final SchedulerTeam team;
    private final SupervisorProbe probe; // null when nothing is recorded
    private final long[] progressSeen;
    private final long[] sinceNanos;
    private final long[] sinceTick;
    private final long[] startTick;
    private final long opNanos;
    private final long streamNanos;
    private final long longestLookNanos; // what is longer was no look: this process was stopped
    private long lastLookNanos;
    private long lifeSeen = -1;
    private long lifeNanos;
    private long failedNanos;
    private boolean isFailureSeen;
    private volatile boolean isInterrupted;

    /**
     * @param probe where it tells what it sees, or null
     */
    public RunGuard(SchedulerTeam team, SupervisorProbe probe) {
        this.team = team;
        this.probe = probe;
        this.opNanos = team.config().opTimeout().toNanos();
        this.streamNanos = team.config().streamTimeout().toNanos();
        longestLookNanos = WaitBudget.countedNanos(Math.min(opNanos, streamNanos));
        int cores = team.chip().shape().coreCount();
        progressSeen = new long[cores];
        sinceNanos = new long[cores];
        sinceTick = new long[cores];
        startTick = new long[cores];
        lastLookNanos = team.clock().nanos();
        lifeNanos = lastLookNanos;
        Arrays.fill(sinceNanos, lastLookNanos);
    }

    @Override
    public boolean goesOn() {
        long now = team.clock().nanos();
        if (now - lastLookNanos < LOOK_NANOS) {
            return true;
        }
        forget(now - lastLookNanos - longestLookNanos);
        lastLookNanos = now;
        if (team.latches().hasFailed()) {
            return awaitLeaving(now);
        }
        long life = lookAtCores(now)
                + team.table().submittedAcquire()
                + team.completed()
                + team.board().hostWaitsOpaque();
        if (life != lifeSeen || !team.latches().isOrchestrationStarted()) {
            lifeSeen = life;
            lifeNanos = now;
        } else if (now - lifeNanos > streamNanos) {
            end(streamFailure());
        }
        if (isInterrupted) {
            end(interruptFailure(now - lifeNanos));
        }
        return true;
    }

    /** Ends the run at the next look, in order. Any thread; before, during or after the run. */
    public void interrupt() {
        isInterrupted = true;
    }

    /** Time in which no thread of this process could run does not count. */
    private void forget(long nanos) {
        if (nanos > 0 && !isFailureSeen) { // what was frozen then stays so
            lifeNanos += nanos;
            for (int core = 0; core < sinceNanos.length; core++) {
                sinceNanos[core] += nanos;
            }
        }
    }

    @Override
    public long joinNanos(long usualNanos) {
        return team.latches().joinNanos(usualNanos);
    }

    /** Whether the progress word of a core stood still before the run was stopped. */
    public boolean isFrozen(int core) {
        long stopNanos = isFailureSeen ? failedNanos : team.clock().nanos();
        return stopNanos - sinceNanos[core] >= FROZEN_NANOS;
    }

    /** Since when, in ticks, at the latest, a core has been in the kernel it is in; 0 unknown. */
    public long sinceTick(int core) {
        return sinceTick[core];
    }

    private boolean awaitLeaving(long now) {
        if (!isFailureSeen) {
            isFailureSeen = true;
            failedNanos = now;
        }
        long usual = team.config().exitJoinTimeout().toNanos();
        return now - failedNanos < joinNanos(usual) + LAST_RESORT_NANOS;
    }

    /** The sum of the progress words: it changes when any of them does. */
    private long lookAtCores(long now) {
        long tick = team.clock().ticks();
        long sum = 0;
        int overdue = -1;
        for (int core = 0; core < progressSeen.length; core++) {
            long progress = team.registers().progressOpaque(core);
            sum += progress;
            if (progress != progressSeen[core]) {
                progressSeen[core] = progress;
                sinceNanos[core] = now;
                sinceTick[core] = tick;
                startTick[core] = 0;
            } else if (isInKernel(progress) && now - sinceNanos[core] > opNanos) {
                overdue = core;
            }
            if (startTick[core] == 0 && isInKernel(progress)) {
                long start = team.registers().startTickAcquire(core);
                startTick[core] = team.registers().progressOpaque(core) == progress ? start : 0;
            }
        }
        if (probe != null) {
            probe.looked(tick, progressSeen, sinceTick, startTick);
            probe.counted(
                    team.table().submittedAcquire(),
                    team.completed(),
                    team.table().readyCount(),
                    team.latches().isOrchestrationDone());
        }
        if (overdue >= 0) {
            end(opFailure(overdue));
        }
        return sum;
    }

    private static boolean isInKernel(long progress) {
        return (int) (progress >>> 32) != (int) progress;
    }

    private void end(RunFailure failure) {
        team.latches().failScheduler(failure);
        team.pacer().wakeLanes();
    }

    private RunFailure opFailure(int core) {
        int token = DispatchToken.tokenOf(team.registers().statusAcquire(core));
        TaskSlot task = team.table().slot(team.chip().payloads().taskId(core, token));
        String sentence = String.format(
                Locale.ROOT,
                "task %s of kernel %s has been on core %d for more than %d ms",
                task == null ? "?" : TaskTable.text(task.taskId()),
                task == null || task.kernel() == null ? "?" : task.kernel().name(),
                core,
                opNanos / 1_000_000L);
        long taskId = task == null ? TaskId.NONE : task.taskId();
        Stall stall = stall(StallDetail.RUNNING_STALLED, OpenTasks.of(team), taskId, core, opNanos);
        return new RunFailure(ErrorCode.OP_TIMEOUT.number(), sentence + stall.silence(), null, stall);
    }

    private RunFailure streamFailure() {
        Stall stall = stall(streamNanos);
        return new RunFailure(
                ErrorCode.STREAM_TIMEOUT.number(),
                "nothing happened for " + standstill(streamNanos, stall),
                null,
                stall);
    }

    /** Who interrupts a run that does not move wants to know where it stands. */
    private RunFailure interruptFailure(long stillNanos) {
        String sentence = "the run was interrupted by the user";
        if (stillNanos < STILL_NANOS) {
            return RunFailure.of(ErrorCode.RUN_INTERRUPTED, sentence);
        }
        Stall stall = stall(stillNanos);
        return new RunFailure(
                ErrorCode.RUN_INTERRUPTED.number(),
                sentence + " after nothing had happened for " + standstill(stillNanos, stall),
                null,
                stall);
    }

    private String standstill(long nanos, Stall stall) {
        return "%d ms%s: %s; %d of %d tasks complete"
                .formatted(
                        nanos / 1_000_000L,
                        stall.silence(),
                        stall.detail().meaning(),
                        stall.completed(),
                        stall.total());
    }

    private Stall stall(long waitedNanos) {
        OpenTasks open = OpenTasks.of(team);
        boolean done = team.latches().isOrchestrationDone();
        StallDetail detail = Stall.classify(open.running(), open.ready(), open.waiting(), done);
        return stall(detail, open, TaskId.NONE, -1, waitedNanos);
    }

    private Stall stall(StallDetail detail, OpenTasks open, long taskId, int core, long waitedNanos) {
        return new Stall(
                detail,
                team.completed(),
                team.table().submittedAcquire(),
                open.running(),
                open.ready(),
                open.waiting(),
                team.latches().isOrchestrationDone(),
                taskId,
                core,
                team.silentNanos(waitedNanos));
    }
}
