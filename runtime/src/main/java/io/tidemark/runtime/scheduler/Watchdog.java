package io.tidemark.runtime.scheduler;

import io.tidemark.abi.ErrorCode;
import io.tidemark.abi.StallDetail;
import io.tidemark.abi.TaskId;
import io.tidemark.probe.WaitBudget;
import io.tidemark.runtime.stall.Stall;
import io.tidemark.runtime.task.TaskRing;
import io.tidemark.runtime.task.TaskShape;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.runtime.team.CoreActivity;
import io.tidemark.runtime.team.RunFailure;
import io.tidemark.runtime.team.SchedulerTeam;
import io.tidemark.runtime.team.StallWatch;
import io.tidemark.runtime.team.TaskStates;
import java.util.Locale;

/**
 * Notices that nothing moves. Asked on idle rounds by an actor that answers for some cores. It ends
 * the run only with evidence in hand: a task that those cores run, or nothing running anywhere and
 * work left, where an orchestration that has not ended counts as work. Else a sibling has the evidence, and the timer
 * starts again. The timer also starts again when cores that ran nothing run something, so that a task is not charged
 * for the time before it. And it does so while any thread waits for the host to collect records.
 */
public final class Watchdog implements StallWatch {
    private final SchedulerTeam team;
    private final CoreActivity cores;
    private final long budgetNanos;
    private final WaitBudget budget;
    private long submittedSeen;
    private long hostWaitsSeen;
    private boolean wasIdle;

    public Watchdog(SchedulerTeam team, CoreActivity cores) {
        this.team = team;
        this.cores = cores;
        this.budgetNanos = team.config().schedulerTimeout().toNanos();
        this.budget = new WaitBudget(budgetNanos, team.clock()::nanos);
    }

    @Override
    public void progress() {
        budget.end();
    }

    @Override
    public RunFailure check() {
        long submitted = team.table().submittedAcquire();
        if (submitted != submittedSeen || !team.latches().isOrchestrationStarted()) {
            submittedSeen = submitted;
            budget.end();
        }
        long hostWaits = team.board().hostWaitsOpaque();
        if (hostWaits != hostWaitsSeen) {
            hostWaitsSeen = hostWaits;
            budget.end();
        }
        boolean isIdle = cores.isIdle();
        if (wasIdle && !isIdle) {
            budget.end();
        }
        wasIdle = isIdle;
        if (!budget.isSpent()) {
            return null;
        }
        boolean workLeft = team.completed() < submitted || !team.latches().isOrchestrationDone();
        if (isIdle && (team.board().runningAcquire() > 0 || !workLeft)) {
            budget.end();
            return null;
        }
        return failure(submitted);
    }

    @Override
    public long safeUntilNanos() {
        return team.table().submittedAcquire() == submittedSeen
                        && team.latches().isOrchestrationStarted()
                ? budget.safeUntilNanos()
                : Long.MIN_VALUE;
    }

    private RunFailure failure(long submitted) {
        long completed = team.completed();
        OpenTasks open = OpenTasks.of(team);
        boolean done = team.latches().isOrchestrationDone();
        StallDetail detail = Stall.classify(open.running(), open.ready(), open.waiting(), done);
        int core = detail == StallDetail.RUNNING_STALLED ? cores.firstBusyCore() : -1;
        long task = stuckTask(detail, core);
        Stall stall = new Stall(
                detail,
                completed,
                submitted,
                open.running(),
                open.ready(),
                open.waiting(),
                done,
                task,
                core,
                team.silentNanos(budgetNanos));
        return new RunFailure(ErrorCode.SCHEDULER_TIMEOUT.number(), sentence(stall), null, stall);
    }

    private long stuckTask(StallDetail detail, int core) {
        TaskTable table = team.table();
        return switch (detail) {
            case RUNNING_STALLED -> core < 0 ? TaskId.NONE : cores.firstBusyTask();
            case READY_BUT_ALL_IDLE -> {
                long first = TaskId.NONE;
                for (int shape = 0; shape < TaskShape.COUNT && first == TaskId.NONE; shape++) {
                    first = table.ready(shape).peek(TaskId.NONE);
                }
                yield first;
            }
            case DEPENDENCY_DEADLOCK -> oldestIncomplete();
            default -> TaskId.NONE;
        };
    }

    private long oldestIncomplete() {
        for (int ring = 0; ring < TaskId.RINGS; ring++) {
            TaskRing tasks = team.table().ring(ring);
            int end = (int) tasks.submittedAcquire();
            for (int local = tasks.lastTaskAliveAcquire(); local != end; local++) {
                TaskSlot slot = tasks.slot(local);
                if (!states().isCompleteAcquire(slot)) {
                    return TaskId.of(ring, local);
                }
            }
        }
        return TaskId.NONE;
    }

    private TaskStates states() {
        return team.policy().taskStates();
    }

    private String sentence(Stall stall) {
        StringBuilder text = new StringBuilder(160);
        text.append(String.format(
                Locale.ROOT,
                "no task made progress for %d ms%s: %s %s; "
                        + "%d of %d tasks complete, %d running, %d ready, %d waiting",
                budgetNanos / 1_000_000L,
                stall.silence(),
                stall.detail().label(),
                states().areStarted()
                        ? stall.detail().meaning()
                        : "the orchestration has not finished, and no task starts before",
                stall.completed(),
                stall.total(),
                stall.running(),
                stall.ready(),
                stall.waiting()));
        if (stall.stuckTaskId() != TaskId.NONE) {
            TaskSlot slot = team.table().slot(stall.stuckTaskId());
            text.append(", first task ").append(TaskTable.text(stall.stuckTaskId()));
            if (slot.kernel() != null) {
                text.append(" of kernel ").append(slot.kernel().name());
            }
            if (stall.stuckCore() >= 0) {
                text.append(" on core ").append(stall.stuckCore());
            }
        }
        return text.toString();
    }
}
