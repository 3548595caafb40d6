package io.tidemark.runtime.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.ErrorCode;
import io.tidemark.abi.Platform;
import io.tidemark.abi.StallDetail;
import io.tidemark.abi.TaskId;
import io.tidemark.abi.dispatch.DispatchToken;
import io.tidemark.chip.Chip;
import io.tidemark.chip.ChipShape;
import io.tidemark.chip.CoreRegisters;
import io.tidemark.chip.KernelRunner;
import io.tidemark.chip.simulated.Core;
import io.tidemark.chip.simulated.VirtualClock;
import io.tidemark.probe.HostWaits;
import io.tidemark.probe.WaitBudget;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.MixedKernels;
import io.tidemark.runtime.RingSizes;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.async.AsyncCompletion;
import io.tidemark.runtime.async.StrayWrite;
import io.tidemark.runtime.cohort.DrainBoard;
import io.tidemark.runtime.stall.Stall;
import io.tidemark.runtime.task.TaskRing;
import io.tidemark.runtime.task.TaskShape;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.runtime.team.Doorbells;
import io.tidemark.runtime.team.RunFailure;
import io.tidemark.runtime.team.RunLatches;
import io.tidemark.runtime.team.SchedulerTeam;
import io.tidemark.runtime.team.SchedulerTeam.LaunchSite;
import io.tidemark.runtime.team.TeamBoard;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Schedulers stepped by hand: the order of events is the test's. */
class SchedulerTest {
    private static final Kernel NOOP = Kernel.aic(0, "NOOP", context -> {});

    private static final Kernel VECTOR = Kernel.aiv(1, "VECTOR", context -> {});

    private final TaskTable table =
            new TaskTable(RingSizes.defaults().withTaskWindow(64).withHeapBytes(1024));
    private final RunLatches latches = new RunLatches();
    private final VirtualClock clock = new VirtualClock(50_000_000L);
    private final Chip chip = new BareChip(ChipShape.of(Platform.A2A3, 2));
    private final CoreRegisters registers = chip.registers();
    private final HostWaits hostWaits = new HostWaits(30_000_000_000L, clock::nanos);
    private final TeamBoard board = new TeamBoard(chip.shape(), 2, false, hostWaits);
    private final AsyncCompletion async = new AsyncCompletion(6, null); // no engine is asked
    private final List<Long> ran = new ArrayList<>();
    private final List<Core> cores = new ArrayList<>();
    private final List<Scheduler> schedulers = new ArrayList<>();
    private HandDriver driver;

    @Test
    void secondTaskIsSentOnlyAfterTheFirstWasReceivedAndOnlyWhenNobodyElseIsIdle() {
        start();
        submit(0, 5);
        schedulers.get(0).step();
        assertThat(token(0)).isEqualTo(1);
        schedulers.get(0).step();
        assertThat(token(0)).as("not received yet").isEqualTo(1);
        registers.statusRelease(0, DispatchToken.acknowledged(1));
        schedulers.get(0).step();
        assertThat(token(0)).as("the other scheduler has an idle core").isEqualTo(1);
        schedulers.get(1).step();
        assertThat(token(1)).isEqualTo(1);
        schedulers.get(0).step();
        assertThat(token(0)).isEqualTo(2);
        registers.statusRelease(0, DispatchToken.finished(1));
        schedulers.get(0).step();
        assertThat(board.completedAcquire()).as("the pending task will tell").isZero();
        registers.statusRelease(0, DispatchToken.finished(2));
        schedulers.get(0).step();
        assertThat(board.completedAcquire()).as("both, the first implied").isEqualTo(2);
    }

    @Test
    void completionsImpliedByLaterOnesCountForEveryPartOfAMixedTask() {
        start();
        MixedKernels kernels = MixedKernels.of(NOOP, VECTOR, VECTOR);
        for (int i = 0; i < 3; i++) {
            TaskSlot slot = table.ring(0).nextSlot();
            slot.beginMixed(TaskId.of(0, table.ring(0).nextLocal()), kernels, 1);
            table.ring(0).publishNext(0);
            table.route(slot);
        }
        int[] own = {0, 2, 3};
        schedulers.get(0).step();
        schedulers.get(1).step();
        for (int core : own) {
            registers.statusRelease(core, DispatchToken.acknowledged(1));
        }
        schedulers.get(0).step();
        for (int core : own) {
            assertThat(token(core)).as("core %d has a second one", core).isEqualTo(2);
        }
        registers.statusRelease(0, DispatchToken.finished(2));
        registers.statusRelease(2, DispatchToken.acknowledged(2));
        schedulers.get(0).step();
        assertThat(board.completedAcquire())
                .as("a part of the first still runs")
                .isZero();
        registers.statusRelease(3, DispatchToken.finished(2));
        schedulers.get(0).step();
        assertThat(board.completedAcquire()).as("its last part is implied").isEqualTo(1);
        registers.statusRelease(2, DispatchToken.finished(2));
        schedulers.get(0).step();
        assertThat(board.completedAcquire()).isEqualTo(2);
    }

    @Test
    void noMoreThanEightDummiesAreCompletedInATurnSoThatCoresAreNotKeptWaiting() {
        start();
        for (int i = 0; i < 20; i++) {
            TaskSlot slot = table.ring(0).nextSlot();
            slot.begin(TaskId.of(0, table.ring(0).nextLocal()), null, TaskShape.DUMMY, 1);
            table.ring(0).publishNext(0);
            table.route(slot);
        }
        submit(0, 1);
        schedulers.get(0).step();
        assertThat(board.completedAcquire()).isEqualTo(8);
        assertThat(token(0)).as("the kernel was sent in the same turn").isEqualTo(1);
        schedulers.get(1).step();
        schedulers.get(1).step();
        assertThat(board.completedAcquire()).isEqualTo(20);
    }

    @Test
    void timeInWhichCoresOfAnotherBootIsNotChargedToTheBudget() {
        build();
        latches.orchestrationStarted();
        cores.subList(0, 3).forEach(Core::step);
        submit(0, 1);
        for (int i = 0; i < 10; i++) {
            clock.advanceNanos(10_000_000_000L);
            schedulers.forEach(Scheduler::step);
        }
        assertThat(latches.hasFailed()).as("the peer's cores boot late").isFalse();
        assertThat(token(0)).as("nobody opens before all are there").isEqualTo(0);
        cores.forEach(Core::step);
        for (int i = 0; i < 4; i++) {
            schedulers.forEach(Scheduler::step);
        }
        assertThat(latches.hasFailed()).isFalse();
        assertThat(token(0)).isEqualTo(1);
    }

    @Test
    void waitingTasksWithoutAnyoneRunningAreADependencyDeadlock() {
        start();
        TaskSlot waiting = submit(1, 1).getFirst();
        assertThat(waiting.taskId()).isEqualTo(TaskId.of(0, 0));
        latches.orchestrationDone();
        RunFailure failure = waitForFailure();
        assertThat(failure.stall().detail()).isEqualTo(StallDetail.DEPENDENCY_DEADLOCK);
        assertThat(failure.stall().stuckTaskId()).isEqualTo(waiting.taskId());
        assertThat(failure.stall().waiting()).isEqualTo(1);
    }

    /** As the orchestrator does when the process that collects is stopped. */
    @Test
    void timeInWhichAnybodyWaitsForTheHostIsNotCharged() {
        start();
        WaitBudget orchestrator = hostWaits.budget();
        for (int second = 0; second < 29; second++) {
            assertThat(orchestrator.isSpent()).isFalse();
            letTimePass(1);
        }
        assertThat(latches.hasFailed()).isFalse();
        orchestrator.end();
        letTimePass(9);
        assertThat(latches.hasFailed())
                .as("the time begins when the wait is over")
                .isFalse();
        assertThat(waitForFailure().stall().detail()).isEqualTo(StallDetail.ORCHESTRATOR_STARVATION);
    }

    @Test
    void aHostThatIsGivenUpIsNoReasonToWaitAnyLonger() {
        start();
        WaitBudget orchestrator = hostWaits.budget();
        while (!orchestrator.isSpent()) {
            clock.advanceNanos(1_000_000_000L);
        }
        assertThat(waitForFailure().stall().detail()).isEqualTo(StallDetail.ORCHESTRATOR_STARVATION);
    }

    @Test
    void somethingRunningExplainsAStallBetterThanSomethingReadyOrWaiting() {
        assertThat(Stall.classify(1, 1, 1, false)).isEqualTo(StallDetail.RUNNING_STALLED);
        assertThat(Stall.classify(0, 1, 1, false)).isEqualTo(StallDetail.READY_BUT_ALL_IDLE);
        assertThat(Stall.classify(0, 0, 1, false)).isEqualTo(StallDetail.DEPENDENCY_DEADLOCK);
        assertThat(Stall.classify(0, 0, 0, false)).isEqualTo(StallDetail.ORCHESTRATOR_STARVATION);
        assertThat(Stall.classify(0, 0, 0, true)).isEqualTo(StallDetail.UNKNOWN);
    }

    @Test
    void onlyOneSchedulerBroadcastsAndAllCoresAreToldBeforeAnyIsAwaited() {
        start();
        latches.failScheduler(RunFailure.of(ErrorCode.KERNEL_FAILED, "test"));
        schedulers.get(1).step();
        for (int core = 0; core < 6; core++) {
            assertThat(token(core)).isEqualTo(DispatchToken.EXIT_SIGNAL);
        }
        assertThat(latches.isFatal()).isTrue();
        assertThat(latches.isCompleted()).isTrue();
        assertThat(schedulers.get(1).isFinished()).isFalse();
        schedulers.get(0).step();
        stepUntilFinished();
        assertThat(board.emergencyBroadcasts()).isEqualTo(1);
    }

    @Test
    void aTokenSentAfterTheBroadcastDoesNotEraseTheExitSignal() {
        start();
        latches.failScheduler(RunFailure.of(ErrorCode.KERNEL_FAILED, "test"));
        schedulers.get(1).step();
        registers.dispatchRelease(0, 1); // what scheduler 0 would have done in between
        schedulers.get(0).step();
        stepUntilFinished();
        assertThat(cores).allMatch(Core::isFinished).noneMatch(Core::isAbandoned);
    }

    @Test
    void oneDeadlineIsSharedByAllCoresThatDoNotLeave() {
        start();
        latches.failScheduler(RunFailure.of(ErrorCode.KERNEL_FAILED, "test"));
        schedulers.get(0).step();
        schedulers.get(0).step();
        clock.advanceNanos(10_000_000_001L);
        schedulers.get(0).step();
        assertThat(schedulers.get(0).isFinished()).isTrue();
        schedulers.get(1).step();
        schedulers.get(1).step();
        schedulers.get(1).step();
        assertThat(schedulers.get(1).isFinished()).as("no deadline of its own").isTrue();
        assertThat(cores).allMatch(Core::isAbandoned);
    }

    @Test
    void theFirstFailureWins() {
        assertThat(latches.failScheduler(RunFailure.of(ErrorCode.KERNEL_FAILED, "first")))
                .isTrue();
        assertThat(latches.failScheduler(RunFailure.of(ErrorCode.SCHEDULER_TIMEOUT, "second")))
                .isFalse();
        assertThat(latches.failOrchestrator(RunFailure.of(ErrorCode.INVALID_ARGS, "third")))
                .isFalse();
        assertThat(latches.failure().sentence()).isEqualTo("first");
        assertThat(latches.beginEmergencyShutdown(5)).isTrue();
        assertThat(latches.beginEmergencyShutdown(6)).isFalse();
        assertThat(latches.endTick()).isEqualTo(5);
    }

    /** What a scheduler had waited while others worked is not charged to its own first task. */
    @Test
    void aTaskHasItsWholeBudgetOnACoreWhoseSchedulerHadNothingToDoBefore() {
        start();
        submit(0, 1);
        TaskSlot second = submit(1, 1).getFirst();
        schedulers.get(0).step();
        assertThat(token(0)).isEqualTo(1);
        letTimePass(8);
        assertThat(second.arrive(1)).isTrue();
        table.route(second);
        schedulers.get(1).step();
        assertThat(token(1)).isEqualTo(1);
        registers.statusRelease(0, DispatchToken.finished(1));
        letTimePass(8);
        assertThat(latches.hasFailed()).isFalse();
        assertThat(waitForFailure().stall().stuckCore()).isEqualTo(1);
    }

    /** Else the task that happened to be there would be taken for the culprit. */
    @Test
    void aDeviceThatGaveNoAnswerIsSaidBesideTheTaskThatMadeNoProgress() {
        start();
        submit(0, 1);
        driver.isSilentFor(9_000_000_000L);
        RunFailure failure = waitForFailure();
        assertThat(failure.code()).isEqualTo(ErrorCode.SCHEDULER_TIMEOUT.number());
        assertThat(failure.sentence())
                .contains("made progress for 10000 ms, and the device itself gave no answer for 9000 ms (");
        assertThat(failure.stall().silentNanos()).isEqualTo(9_000_000_000L);
    }

    @Test
    void aDeviceThatAnswersNowAndThenIsNotSaid() {
        start();
        submit(0, 1);
        driver.isSilentFor(1_000_000_000L);
        assertThat(waitForFailure().sentence()).contains("made progress for 10000 ms: S");
    }

    @Test
    void aDamagedListOfConditionsIsCode103AndEndsTheRunAsAnyOtherFailure() {
        start();
        submit(0, 1);
        schedulers.get(0).step();
        StrayWrite.intoSlab(async, 0, DispatchToken.payloadIndex(token(0)));
        registers.statusRelease(0, DispatchToken.finished(token(0)));
        schedulers.get(0).step();
        expectAsyncFailure("(0, 0) of NOOP registered a damaged list of conditions");
    }

    @Test
    void aMessageOfNoKnownKindIsCode103() {
        start();
        submit(0, 1);
        StrayWrite.intoMailbox(async, 0);
        schedulers.get(1).step();
        expectAsyncFailure("registered a message of kind 85");
    }

    /** The failure is latched first, then fatal, then completed; one tells all cores. */
    private void expectAsyncFailure(String part) {
        RunFailure failure = latches.failure();
        assertThat(failure.code()).isEqualTo(ErrorCode.ASYNC_REGISTRATION_FAILED.number());
        assertThat(failure.sentence()).contains(part);
        assertThat(latches.isCompleted())
                .as("nobody completes a run past its latch")
                .isFalse();
        schedulers.forEach(Scheduler::step);
        assertThat(latches.isFatal()).isTrue();
        assertThat(latches.isCompleted()).isTrue();
        assertThat(board.emergencyBroadcasts()).isEqualTo(1);
        stepUntilFinished();
    }

    /** Two schedulers with a cluster each, booted, windows open. */
    private void start() {
        build();
        latches.orchestrationStarted();
        cores.forEach(Core::step);
        schedulers.forEach(Scheduler::step);
        schedulers.forEach(Scheduler::step);
        schedulers.forEach(Scheduler::step);
    }

    private void build() {
        RuntimeConfig config = RuntimeConfig.builder().clusters(2).build();
        driver = new HandDriver(
                clock,
                index -> cores.stream().filter(core -> core.index() == index).forEach(Core::abandon));
        SchedulerTeam team = new SchedulerTeam(
                table,
                latches,
                board,
                new SharedScheduling(table, board, driver.pacer()),
                chip,
                driver,
                config,
                new LaunchSite(new DrainBoard(2), new Doorbells(registers), async),
                () -> 0);
        for (int number = 0; number < 2; number++) {
            chip.shape().coresOf(number, 2).forEach(index -> cores.add(core(index)));
            schedulers.add(new Scheduler(number, team, null, false));
        }
    }

    private Core core(int index) {
        return new Core(
                index,
                chip.shape().type(index),
                registers,
                chip.payloads(),
                new KernelRunner() {
                    @Override
                    public boolean run(int core, int buffer) {
                        ran.add(chip.payloads().taskId(core, buffer));
                        return true;
                    }

                    @Override
                    public void failed(int core, int buffer, Throwable cause) {}
                },
                clock,
                null);
    }

    /** Tasks for matrix cores; ready at once unless they wait for producers. */
    private List<TaskSlot> submit(int producers, int count) {
        List<TaskSlot> slots = new ArrayList<>();
        TaskRing ring = table.ring(0);
        for (int i = 0; i < count; i++) {
            TaskSlot slot = ring.nextSlot();
            slot.begin(TaskId.of(0, ring.nextLocal()), NOOP, TaskShape.AIC, 1);
            ring.publishNext(0);
            slot.awaitProducers(producers + 1);
            if (slot.arrive(1)) {
                table.route(slot);
            }
            slots.add(slot);
        }
        return slots;
    }

    private int token(int core) {
        return (int) registers.dispatchAcquire(core);
    }

    /** So many seconds, each with a look of both schedulers at their budgets. */
    private void letTimePass(int seconds) {
        for (int step = 0; step < 64 * seconds; step++) {
            clock.advanceNanos(1_000_000_000L / 64);
            schedulers.forEach(Scheduler::step);
        }
    }

    private RunFailure waitForFailure() {
        for (int i = 0; i < 1000 && !latches.hasFailed(); i++) {
            clock.advanceNanos(50_000_000L);
            schedulers.forEach(Scheduler::step);
        }
        return latches.failure();
    }

    private void stepUntilFinished() {
        for (int i = 0; i < 100; i++) {
            schedulers.forEach(Scheduler::step);
            cores.forEach(Core::step);
        }
        assertThat(schedulers).allMatch(Scheduler::isFinished);
    }
}
