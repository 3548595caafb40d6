package io.tidemark.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.abi.DType;
import io.tidemark.abi.ErrorCode;
import io.tidemark.chip.ChipProfile;
import io.tidemark.chip.simulated.ModelClock;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.RuntimeConfig.RunBudgets;
import io.tidemark.runtime.engine.ChipWorker;
import io.tidemark.runtime.engine.RunSetup;
import io.tidemark.runtime.stall.StuckTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a run takes in virtual time follows from its costs, and user code cannot stop the clock. */
class VirtualTimeRunTest {
    private static final TensorSpec CELL = TensorSpec.of(DType.FLOAT32, 16);
    private static final int MOST_CALLS = 5_000_000; // where none at all would end a loop
    private static final Kernel EMPTY = Kernel.aiv(0, "empty", context -> {});

    /** Everything a microsecond, so that times can be added up by hand. */
    private static ChipProfile profile(long controlNanos, long linkNanos) {
        long c = controlNanos * ChipProfile.NANO;
        long l = linkNanos * ChipProfile.NANO;
        ChipProfile.Cores cores = new ChipProfile.Cores(0, ChipProfile.NANO, 1, 0, 0);
        return new ChipProfile(
                "test",
                new ChipProfile.Control(c, 0, 0, c, 0, 0, 0, 0, 0, 0, 0, 0, 0),
                new ChipProfile.Link(l, l),
                cores,
                cores,
                ChipProfile.Records.FREE);
    }

    private static RuntimeConfig.Builder config(ChipProfile profile) {
        return RuntimeConfig.builder()
                .clusters(2)
                .budgets(new RunBudgets(Duration.ofMillis(50), Duration.ofMillis(100), Duration.ofMillis(2_000)))
                .modelled(new ModelledTime(profile, true));
    }

    private static RunResult run(RuntimeConfig config, Orchestration orchestration) {
        try (Worker worker = Worker.open(config)) {
            return worker.run(orchestration, List.of());
        }
    }

    @Test
    void aKernelTakesWhatItSays() {
        Kernel lasting = EMPTY.costing(KernelCost.lasting(Duration.ofMillis(7)));
        RunResult result =
                run(config(profile(0, 0)).build(), graph -> graph.task(lasting).submit());
        assertTrue(result.isOk(), result.sentence());
        assertEquals(7_000, result.wallMicros(), 1);
    }

    @Test
    void submitsAndLinksAddUpAndCoresWorkSideBySide() {
        Kernel lasting = EMPTY.costing(KernelCost.lasting(Duration.ofMillis(1)));
        RunResult result = run(config(profile(10_000, 100_000)).build(), graph -> {
            for (int i = 0; i < 4; i++) { // as many as there are vector cores
                graph.task(lasting).submit();
            }
        });
        // four submits of 10, the way there 100, the kernel 1000, the way back 100
        assertEquals(4 * 10 + 100 + 1_000 + 100, result.wallMicros(), 5);
    }

    @Test
    void aGraphThatIsReplayedTakesTheTimeOfItsSubmits() {
        Kernel instant = EMPTY.costing(KernelCost.lasting(Duration.ZERO));
        Kernel lasting = EMPTY.costing(KernelCost.lasting(Duration.ofMillis(20)));
        RunResult result = run(config(profile(10_000, 0)).build(), graph -> {
            graph.task(lasting).submit(); // meanwhile no scheduler wakes anybody
            for (int i = 0; i < 4; i++) {
                graph.submitGraph("sixteen", (body, _) -> {
                    for (int task = 0; task < 16; task++) {
                        body.task(instant).submit();
                    }
                });
            }
        });
        assertTrue(result.isOk(), result.sentence());
        assertEquals(10 + 20_000, result.wallMicros(), 5);
    }

    @Test
    void timeThatAKernelSpendsPassesForItAlone() {
        AtomicInteger others = new AtomicInteger();
        Kernel busy = Kernel.aiv(1, "busy", context -> context.spend(Duration.ofMillis(20)));
        Kernel other = Kernel.aic(2, "other", context -> others.incrementAndGet());
        RunResult result = run(config(profile(1_000, 1_000)).build(), graph -> {
            graph.task(busy).submit();
            for (int i = 0; i < 100; i++) {
                graph.task(other).submit();
            }
        });
        assertTrue(result.isOk(), result.sentence());
        assertEquals(20_000, result.wallMicros(), 100);
        assertEquals(100, others.get());
    }

    @Test
    void aKernelThatWaitsForTheFirstTimeLetsTheOthersGoOn() {
        AtomicInteger calls = new AtomicInteger();
        AtomicBoolean open = new AtomicBoolean();
        Kernel sometimes = Kernel.aiv(1, "waits_at_the_third_call", context -> {
            if (calls.incrementAndGet() == 3) {
                while (!open.get() && !context.stopRequested()) {
                    Thread.onSpinWait();
                }
            }
        });
        Kernel opener =
                Kernel.aic(2, "opener", context -> open.set(true)).costing(KernelCost.lasting(Duration.ofMillis(3)));
        RunResult result = run(config(profile(1_000, 1_000)).build(), graph -> {
            graph.task(opener).submit();
            for (int i = 0; i < 8; i++) {
                graph.task(sometimes).submit();
            }
        });
        assertTrue(result.isOk(), result.sentence());
        assertEquals(8, calls.get());
        assertTrue(result.wallMicros() >= 3_000 && result.wallMicros() < 7_000);
    }

    @Test
    void aKernelThatNeverLooksIsGivenUpByTheHostsClockAndEndsTheRunInItsOwn() {
        List<Double> ends = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            CountDownLatch never = new CountDownLatch(1);
            AtomicReference<Thread> itsThread = new AtomicReference<>();
            Kernel deaf = Kernel.aiv(1, "deaf", context -> {
                itsThread.set(Thread.currentThread());
                awaitQuietly(never);
            });
            RunResult result = run(
                    config(profile(1_000, 1_000))
                            .modelled(new ModelledTime(profile(1_000, 1_000), true, Duration.ofMillis(300)))
                            .build(),
                    graph -> graph.task(deaf).submit());
            never.countDown();
            assertTrue(joined(itsThread.get()), "a kernel that returned keeps its thread");
            assertEquals(ErrorCode.SCHEDULER_TIMEOUT.number(), result.errorCode());
            assertFalse(result.abandonedThreads().isEmpty());
            ends.add(result.wallMicros());
        }
        assertEquals(ends.get(0), ends.get(1));
        assertEquals(50_000, ends.get(0), 5_000);
    }

    private static boolean joined(Thread thread) {
        try {
            return thread.join(Duration.ofSeconds(20));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void awaitQuietly(CountDownLatch never) {
        boolean interrupted = false;
        while (true) {
            try {
                never.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void anOrchestrationThatOnlyWaitsEndsTheRunAfterItsLimit() {
        RunResult result = run(config(profile(1_000, 1_000)).build(), graph -> {
            graph.task(EMPTY).submit();
            while (!graph.hasFailed()) {
                Thread.onSpinWait();
            }
        });
        assertEquals(ErrorCode.SCHEDULER_TIMEOUT.number(), result.errorCode());
        assertEquals(50_000, result.wallMicros(), 6_000);
    }

    /** Kernels that wait lie on the threads of the loop, also on that of an orchestration that has ended. */
    @ParameterizedTest
    @EnumSource(RuntimeKind.class)
    void aTaskOfTwoBlocksThatHangsCountsOnceAndIsShownWithoutTheLoopAboveIt(RuntimeKind runtime) {
        Kernel deaf = Kernel.aiv(1, "deaf", VirtualTimeRunTest::waitUntilStopped);
        RuntimeConfig config = config(profile(1_000, 1_000)).runtime(runtime).build();
        try (ChipWorker worker = ChipWorker.open(config)) {
            RunResult result = worker.run(
                    graph -> {
                        long hanging = graph.task(deaf).blocks(2).submit().id();
                        graph.task(EMPTY).after(hanging).submit();
                    },
                    List.of());
            assertTrue(result.sentence().contains("1 running, 0 ready, 1 waiting"), result.sentence());
            List<List<String>> stacks = worker.lastHang().orElseThrow().tasks().stream()
                    .map(StuckTask::stack)
                    .filter(stack -> !stack.isEmpty())
                    .toList();
            assertEquals(2, stacks.size());
            for (List<String> stack : stacks) {
                assertTrue(stack.stream().noneMatch(frame -> frame.contains(".simulated.")), stack::toString);
                assertTrue(stack.getLast().contains("waitUntilStopped"), stack::toString);
            }
        }
    }

    private static void waitUntilStopped(KernelContext context) {
        while (!context.stopRequested()) {
            Thread.onSpinWait();
        }
    }

    /** Two loops that both ask before each submit do not wait, and cost two looks instead of one. */
    @Test
    void askingTwiceBetweenTwoSubmitsTakesALook() {
        ChipProfile.Cores cores = new ChipProfile.Cores(0, ChipProfile.NANO, 1, 0, 0);
        ChipProfile looking = new ChipProfile(
                "test",
                new ChipProfile.Control(0, 0, 0, 0, 0, 50 * ChipProfile.NANO, 0, 0, 0, 0, 0, 0, 0),
                new ChipProfile.Link(0, 0),
                cores,
                cores,
                ChipProfile.Records.FREE);
        int submits = 1_000;
        RunResult result = run(config(looking).build(), graph -> {
            for (int i = 0; i < submits; i++) {
                assertFalse(graph.hasFailed() || graph.hasFailed());
                graph.task(EMPTY).submit();
            }
        });
        assertTrue(result.isOk(), result.sentence());
        assertEquals(submits * 0.05, result.wallMicros(), 5);
    }

    /** Schedulers try again each time they look; what is tried in vain is counted, not done. */
    @ParameterizedTest
    @EnumSource(RuntimeKind.class)
    void aCohortThatNeverFitsEndsTheRunWithoutTryingEachTime(RuntimeKind runtime) {
        Kernel endless = Kernel.aiv(1, "endless", context -> {
            while (!context.stopRequested()) {
                Thread.onSpinWait();
            }
        });
        Kernel lasting = Kernel.aic(2, "lasting", context -> {}).costing(KernelCost.lasting(Duration.ofMillis(1)));
        ChipProfile.Cores cores = new ChipProfile.Cores(0, ChipProfile.NANO, 1, 0, 0);
        ChipProfile looking = new ChipProfile(
                "test",
                new ChipProfile.Control(0, 0, 0, 0, 0, 0, 100_000, 40_000, 0, 0, 0, 0, 0),
                new ChipProfile.Link(0, 0),
                cores,
                cores,
                ChipProfile.Records.FREE);
        RuntimeConfig config = config(looking).runtime(runtime).build();
        TurnCount turns = new TurnCount();
        RunSetup setup = RunSetup.modelled(
                        config, new ModelClock(config.platform().clockHz()), null)
                .withProbes(_ -> null, _ -> turns, null);
        RunResult result;
        try (ChipWorker worker = ChipWorker.open(config)) {
            result = worker.run(
                    graph -> {
                        graph.task(endless).submit();
                        long gate = graph.task(lasting).submit().id();
                        graph.task(EMPTY).blocks(4).syncStart().after(gate).submit();
                    },
                    List.of(),
                    CallConfig.defaults(),
                    setup);
        }
        assertEquals(ErrorCode.SCHEDULER_TIMEOUT.number(), result.errorCode(), result.sentence());
        assertEquals(50_000, result.wallMicros(), 6_000);
        long loops =
                result.schedulers().stream().mapToLong(each -> each.loops()).sum();
        assertTrue(loops > 500_000, "loops=" + loops);
        assertTrue(turns.count * 50 < loops, "turns=" + turns.count + " loops=" + loops);
    }

    /** How many turns schedulers really have. */
    private static final class TurnCount extends QuietProbe {
        private long count;

        @Override
        public void loopBegin(long iteration) {
            count++;
        }
    }

    /** Schedulers that gather its cores wake one another, and no look of theirs takes time. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aCohortWaitsForItsCoresWhereNothingCosts() {
        Kernel lasting = EMPTY.costing(KernelCost.lasting(Duration.ofMillis(1)));
        RunResult result = run(config(profile(0, 0)).build(), graph -> {
            long last = 0;
            for (int i = 0; i < 3; i++) {
                last = graph.task(lasting).earlyResolve().submit().id();
            }
            graph.task(lasting).blocks(2).syncStart().after(last).submit();
        });
        assertTrue(result.isOk(), result.sentence());
        assertEquals(2_000, result.wallMicros(), 1);
    }

    /** Each read again takes time, so the kernel has its turn; equal runs see it equally early. */
    @Test
    void anOrchestrationThatPollsAnElementSeesWhatAKernelWrites() {
        Kernel writer = Kernel.aiv(1, "writer", context -> context.memory().setLong(context.tensor(0), 3, 7))
                .costing(KernelCost.lasting(Duration.ofMillis(5)));
        List<Integer> looks = new ArrayList<>();
        for (int run = 0; run < 2; run++) {
            AtomicInteger inVain = new AtomicInteger();
            RunResult result = run(config(profile(1_000, 1_000)).build(), graph -> {
                Tensor cell = graph.alloc(TensorSpec.of(DType.INT32, 16))[0];
                graph.writeLong(cell, 3, 0);
                graph.task(writer).noDep(cell).submit();
                while (graph.readLong(cell, 3) != 7 && inVain.get() < MOST_CALLS) {
                    inVain.incrementAndGet();
                }
                graph.task(EMPTY).submit();
            });
            assertTrue(result.isOk(), result.sentence());
            assertTrue(inVain.get() < MOST_CALLS, "no time passes while it reads");
            assertEquals(5_000, result.wallMicros(), 20);
            looks.add(inVain.get());
        }
        assertEquals(looks.get(0), looks.get(1));
    }

    /** A profile on which only looks of the orchestration take time. */
    private static ChipProfile looking(Duration each) {
        long look = each.toNanos() * ChipProfile.NANO;
        ChipProfile.Cores cores = new ChipProfile.Cores(0, ChipProfile.NANO, 1, 0, 0);
        return new ChipProfile(
                "test",
                new ChipProfile.Control(0, 0, 0, 0, 0, look, 0, 0, 0, 0, 0, 0, 0),
                new ChipProfile.Link(0, 0),
                cores,
                cores,
                ChipProfile.Records.FREE);
    }

    @Test
    void aTensorThatIsReadSeveralTimesAsAWholeTakesALookForEachReadAgain() {
        RunResult result = run(config(looking(Duration.ofNanos(1_000))).build(), graph -> {
            Tensor cells = graph.alloc(TensorSpec.of(DType.INT32, 100))[0];
            for (int i = 0; i < 100; i++) {
                graph.writeLong(cells, i, i);
            }
            for (int i = 0; i < 1_000; i++) {
                graph.readLong(cells, i % 100);
            }
            graph.task(EMPTY).submit();
        });
        assertTrue(result.isOk(), result.sentence());
        assertEquals(900, result.wallMicros(), 5);
    }

    @Test
    void onlyAnElementThatIsReadAgainTakesALook() {
        Kernel lasting = EMPTY.costing(KernelCost.lasting(Duration.ofMillis(1)));
        ChipProfile slow = looking(Duration.ofMillis(1));
        RunResult result = run(config(slow).build(), graph -> {
            Tensor cells = graph.alloc(TensorSpec.of(DType.INT32, 100))[0];
            for (int i = 0; i < 100; i++) {
                graph.writeLong(cells, i, i);
            }
            long sum = graph.readLong(cells, 99);
            for (int i = 0; i < 100; i++) {
                sum += graph.readLong(cells, i);
            }
            graph.task(lasting).submit();
            graph.readLong(cells, sum - 5_049); // 0, and after a submit
        });
        assertTrue(result.isOk(), result.sentence());
        assertEquals(1_000 + 1_000, result.wallMicros(), 5);
    }

    /** A scope costs nothing here; but scopes that go on and on let the kernel have its turn. */
    @Test
    void anOrchestrationThatWaitsWithCallsThatCostNothingLetsOthersGoOn() {
        AtomicBoolean isDone = new AtomicBoolean();
        Kernel saying =
                Kernel.aiv(1, "saying", context -> isDone.set(true)).costing(KernelCost.lasting(Duration.ofMillis(5)));
        List<Integer> calls = new ArrayList<>();
        for (int run = 0; run < 2; run++) {
            isDone.set(false);
            AtomicInteger inVain = new AtomicInteger();
            RunResult result = run(config(profile(1_000, 1_000)).build(), graph -> {
                graph.task(saying).submit();
                while (!isDone.get() && inVain.get() < MOST_CALLS) {
                    graph.scope().close();
                    inVain.incrementAndGet();
                }
            });
            assertTrue(result.isOk(), result.sentence());
            assertTrue(inVain.get() < MOST_CALLS, "no time passes between the scopes");
            assertEquals(5_000, result.wallMicros(), 20);
            calls.add(inVain.get());
        }
        assertEquals(calls.get(0), calls.get(1));
    }

    @Test
    void anOrchestrationThatPollsForWhatNobodyWritesEndsTheRunAfterItsLimit() {
        AtomicInteger inVain = new AtomicInteger();
        RunResult result = run(config(profile(1_000, 1_000)).build(), graph -> {
            Tensor cell = graph.alloc(TensorSpec.of(DType.INT32, 16))[0];
            graph.writeLong(cell, 3, 0);
            graph.task(EMPTY).submit();
            while (graph.readLong(cell, 3) != 7 && inVain.get() < MOST_CALLS && !graph.hasFailed()) {
                inVain.incrementAndGet();
            }
        });
        assertEquals(ErrorCode.SCHEDULER_TIMEOUT.number(), result.errorCode(), result.sentence());
        assertEquals(List.of(), result.abandonedThreads());
        assertEquals(50_000, result.wallMicros(), 6_000);
        assertTrue(inVain.get() < MOST_CALLS, "no time passes while it reads");
    }

    /** After a failure its calls do nothing, but others have their turns between them. */
    @Test
    void anOrchestrationThatGoesOnAfterAFailureLetsOthersEnd() {
        AtomicInteger submits = new AtomicInteger();
        AtomicInteger submitsAtStop = new AtomicInteger();
        Kernel failing = Kernel.aiv(1, "failing", context -> {
            throw new IllegalStateException("on purpose");
        });
        Kernel waiting = Kernel.aic(2, "waiting", context -> {
            while (!context.stopRequested()) {
                Thread.onSpinWait();
            }
            context.spend(Duration.ofMillis(1));
            submitsAtStop.set(submits.get());
        });
        int most = 20_000;
        RunResult result = run(config(profile(1_000, 1_000)).build(), graph -> {
            graph.task(waiting).submit();
            while (submits.incrementAndGet() < most) {
                graph.task(failing).submit();
            }
        });
        assertEquals(ErrorCode.KERNEL_FAILED.number(), result.errorCode(), result.sentence());
        assertEquals(List.of(), result.abandonedThreads());
        assertEquals(most, submits.get());
        assertTrue(submitsAtStop.get() < most, "no time passes while it submits in vain");
    }

    @Test
    void aKernelMayNotCallTheGraphAlthoughItMayRunOnItsThread() {
        AtomicReference<TaskGraph> kept = new AtomicReference<>();
        AtomicInteger refused = new AtomicInteger();
        Kernel caller = Kernel.aiv(1, "caller", context -> {
            try {
                kept.get().task(EMPTY).submit();
            } catch (IllegalStateException expected) {
                refused.incrementAndGet();
            }
        });
        RunResult result = run(config(profile(1_000, 1_000)).build(), graph -> {
            kept.set(graph);
            for (int i = 0; i < 20; i++) {
                graph.task(caller).submit();
            }
        });
        assertTrue(result.isOk(), result.sentence());
        assertEquals(20, refused.get());
    }

    @Test
    void withoutComputingNoBodyRunsAndTheTimesAreTheSame() {
        AtomicInteger calls = new AtomicInteger();
        Kernel counting = Kernel.aiv(1, "counting", context -> calls.incrementAndGet());
        Orchestration orchestration = graph -> {
            for (int i = 0; i < 30; i++) {
                graph.task(counting).out(CELL).submit();
            }
        };
        RunResult computed = run(config(profile(1_000, 1_000)).build(), orchestration);
        assertEquals(30, calls.get());
        RunResult skipped = run(
                config(profile(1_000, 1_000))
                        .modelled(new ModelledTime(profile(1_000, 1_000), false))
                        .build(),
                orchestration);
        assertEquals(30, calls.get());
        assertEquals(computed.wallTicks(), skipped.wallTicks());
    }
}
