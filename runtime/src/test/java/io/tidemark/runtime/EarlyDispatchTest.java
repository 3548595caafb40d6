package io.tidemark.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.DType;
import io.tidemark.chip.simulated.SeededStepper;
import io.tidemark.chip.simulated.VirtualClock;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.RunResult.TaskTiming;
import io.tidemark.runtime.TaskBuilder.Comparison;
import io.tidemark.runtime.engine.ChipWorker;
import io.tidemark.runtime.engine.RunSetup;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.testkit.Seeds;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Tasks that wait on their cores before their producers end. The producers here end only once their
 * consumers are staged, so a run that completes has shown it.
 */
class EarlyDispatchTest extends FailingRun {
    private final StagingWatch watch = new StagingWatch();
    private final AtomicBoolean producerRuns = new AtomicBoolean();
    private final AtomicInteger producersDone = new AtomicInteger();
    private final AtomicInteger tooEarly = new AtomicInteger();
    private final Kernel producer = Kernel.aic(4, "PRODUCER", context -> produce(context, 1));
    private final Kernel consumer = Kernel.aiv(5, "CONSUMER", context -> consume(1));

    @Test
    void aConsumerIsOnItsCoreBeforeItsProducerEnds() {
        RunResult result = runWatched(4, graph -> {
            long id = graph.task(producer).earlyResolve().submit().id();
            graph.task(consumer).after(id).submit();
        });
        assertThat(result.stagedBlocks()).isEqualTo(1);
        assertThat(tooEarly).hasValue(0);
    }

    @Test
    void aConsumerThatIsWiredAfterItsProducerWasPublishedIsStagedToo() {
        RunResult result = runWatched(4, graph -> {
            long id = graph.task(producer).earlyResolve().submit().id();
            while (!producerRuns.get()) {
                Thread.onSpinWait();
            }
            graph.task(consumer).after(id).submit();
        });
        assertThat(result.stagedBlocks()).isEqualTo(1);
        assertThat(tooEarly).hasValue(0);
    }

    @Test
    void memoryFromAllocDoesNotKeepAConsumerOffTheCores() {
        RunResult result = runWatched(4, graph -> {
            Tensor buffer = graph.alloc(SMALL)[0];
            long id = graph.task(producer).noDep(buffer).earlyResolve().submit().id();
            graph.task(consumer).inout(buffer).after(id).submit();
        });
        assertThat(result.stagedBlocks()).isEqualTo(1);
    }

    @Test
    void aProducerThatWasStartedByADrainTellsItsConsumers() {
        Kernel part = Kernel.aic(4, "PART", context -> produce(context, 4 + 1)); // its own too
        RunResult result = runWatched(
                4, // more than one scheduler has: a drain
                graph -> {
                    long id = graph.task(part)
                            .blocks(4)
                            .syncStart()
                            .earlyResolve()
                            .submit()
                            .id();
                    graph.task(Kernel.aiv(5, "AFTER", context -> consume(4)))
                            .after(id)
                            .submit();
                });
        assertThat(result.drains()).isEqualTo(1);
        assertThat(result.stagedBlocks()).isEqualTo(1);
        assertThat(tooEarly).hasValue(0);
    }

    @Test
    void aCohortIsGatheredBehindItsProducersAndStartsWhenTheLastIsGone() {
        int clusters = 4;
        int gathered = 2 * clusters + clusters; // the producer's own too
        Kernel vector = Kernel.aiv(4, "VECTOR", context -> produce(context, gathered));
        AtomicInteger inside = new AtomicInteger();
        Kernel together = Kernel.aic(6, "TOGETHER", context -> {
            consume(2 * clusters);
            inside.incrementAndGet();
            while (inside.get() < 3 * clusters && !context.stopRequested()) {
                Thread.onSpinWait();
            }
        });
        Kernel alike = Kernel.aiv(7, "ALIKE", together.body());
        RunResult result = runWatched(clusters, graph -> {
            long id = graph.task(vector)
                    .blocks(2 * clusters)
                    .syncStart() // else one core may hold two blocks
                    .earlyResolve()
                    .submit()
                    .id();
            graph.task(MixedKernels.of(together, alike, alike))
                    .blocks(clusters)
                    .syncStart()
                    .after(id)
                    .submit();
        });
        assertThat(inside).hasValue(3 * clusters);
        assertThat(watch.staged.get()).isEqualTo(gathered);
        assertThat(result.subtasks()).isEqualTo(5 * clusters);
        assertThat(tooEarly).hasValue(0);
    }

    @Test
    void aFullCandidateQueueLosesNoTask() {
        int consumers = TaskTable.CANDIDATES + 100;
        RunResult result = runWatched(2, graph -> {
            long id = graph.task(producer).earlyResolve().submit().id();
            for (int i = 0; i < consumers; i++) {
                graph.task(consumer).after(id).submit();
            }
        });
        assertThat(result.completed()).isEqualTo(consumers + 1);
        assertThat(tooEarly).hasValue(0);
    }

    @Test
    void anUnflaggedProducerAPredicateAndCountersKeepTasksOffTheCores() {
        Kernel matrix = Kernel.aic(4, "MATRIX", context -> {});
        Seeds.each(60, seed -> {
            RuntimeConfig config =
                    RuntimeConfig.builder().clusters(3).memoryBytes(1 << 20).build();
            VirtualClock clock = new VirtualClock(config.platform().clockHz());
            RunSetup setup = RunSetup.unrecorded(clock, new SeededStepper(seed, clock));
            boolean singleIssue = seed % 3 == 0;
            try (ChipWorker worker = ChipWorker.open(config)) {
                RunResult result = worker.run(
                        graph -> {
                            Tensor flag =
                                    graph.alloc(TensorSpec.of(DType.INT32, 4).filledWith(1))[0];
                            for (int i = 0; i < 40; i++) {
                                long a = graph.task(matrix)
                                        .earlyResolve()
                                        .submit()
                                        .id();
                                long b = graph.task(matrix).submit().id();
                                TaskBuilder next = graph.task(NOOP).after(a);
                                if (singleIssue) {
                                    next.submit();
                                } else if (i % 2 == 0) {
                                    next.after(b).submit();
                                } else {
                                    next.onlyIf(flag, 0, Comparison.EQ, 1).submit();
                                }
                            }
                        },
                        List.of(),
                        CallConfig.defaults(),
                        singleIssue ? setup.withSingleIssue() : setup);
                assertThat(result.sentence()).isEqualTo("The run completed.");
                assertThat(result.stagedBlocks()).isZero();
            }
        });
    }

    @Test
    void aStagedTaskIsTimedFromItsDispatchToItsEnd() {
        RunResult result = runWatched(2, graph -> {
            long id = graph.task(producer).earlyResolve().timed(3).submit().id();
            graph.task(consumer).timed(9).after(id).submit();
        });
        assertThat(result.timings()).extracting(TaskTiming::slot).containsExactly(3, 9);
        TaskTiming first = result.timings().get(0);
        TaskTiming second = result.timings().get(1);
        assertThat(second.dispatchTicks())
                .as("staged before its producer ended")
                .isBetween(first.dispatchTicks(), first.finishTicks());
        assertThat(second.finishTicks()).isGreaterThanOrEqualTo(first.finishTicks());
        assertThat(first.subtasks()).isEqualTo(1);
    }

    /** The first task ends only when both others are on cores, so nothing has rung for them. */
    @Test
    void whereCoresOpenGatesAConsumerOfAStagedTaskIsStagedToo() {
        AtomicInteger order = new AtomicInteger();
        Kernel first = Kernel.aic(4, "FIRST", context -> produce(context, 2));
        Kernel second = Kernel.aiv(5, "SECOND", context -> order.compareAndSet(0, 1));
        Kernel third = Kernel.aiv(6, "THIRD", context -> order.compareAndSet(1, 2));
        RunResult result = runWatched(4, CallConfig.defaults(), true, graph -> {
            long one = graph.task(first).earlyResolve().submit().id();
            long two = graph.task(second).after(one).earlyResolve().submit().id();
            graph.task(third).after(two).submit();
        });
        assertThat(result.stagedBlocks()).isEqualTo(2);
        assertThat(order).hasValue(2);
    }

    @Test
    void oneThatIsWiredAfterItsProducerWasStagedIsStagedAheadToo() {
        Kernel first = Kernel.aic(4, "FIRST", context -> produce(context, 2));
        RunResult result = runWatched(4, CallConfig.defaults(), true, graph -> {
            long one = graph.task(first).earlyResolve().submit().id();
            long two = graph.task(NOOP).after(one).earlyResolve().submit().id();
            while (watch.staged.get() < 1) {
                Thread.onSpinWait();
            }
            graph.task(NOOP).after(two).submit();
        });
        assertThat(result.stagedBlocks()).isEqualTo(2);
    }

    /** Few cores wait for tasks that wait; the others stay free for what becomes ready. */
    @Test
    void aLongChainIsStagedAheadOnAFewCoresOnly() {
        AtomicInteger most = new AtomicInteger();
        AtomicBoolean isReleased = new AtomicBoolean();
        Kernel first = Kernel.aic(4, "FIRST", context -> {
            while (!isReleased.get() && !context.stopRequested()) {
                Thread.onSpinWait();
            }
            most.set(watch.staged.get());
        });
        Kernel release = Kernel.aiv(7, "RELEASE", context -> isReleased.set(true));
        RunResult result = runWatched(
                8,
                CallConfig.builder().aicpuThreads(2).build(), // one scheduler
                true,
                graph -> {
                    long last = graph.task(first).earlyResolve().submit().id();
                    for (int i = 0; i < 30; i++) {
                        last = graph.task(NOOP)
                                .after(last)
                                .earlyResolve()
                                .submit()
                                .id();
                    }
                    while (watch.staged.get() < 5) { // one behind the first, four ahead
                        Thread.onSpinWait();
                    }
                    graph.task(release).submit();
                });
        assertThat(most).hasValue(5);
        assertThat(result.completed()).isEqualTo(32);
    }

    /** The first task ends when the cohort is wired; behind a task that runs it may be gathered. */
    @Test
    void aCohortIsNotGatheredBehindATaskThatWaits() {
        AtomicBoolean isWired = new AtomicBoolean();
        Kernel first = Kernel.aic(4, "FIRST", context -> {
            while (!isWired.get() && !context.stopRequested()) {
                Thread.onSpinWait();
            }
            produce(context, 1);
        });
        RunResult result = runWatched(2, CallConfig.defaults(), true, graph -> {
            long one = graph.task(first).earlyResolve().submit().id();
            long two = graph.task(NOOP).after(one).earlyResolve().submit().id();
            graph.task(NOOP).blocks(4).syncStart().after(two).submit();
            isWired.set(true);
        });
        assertThat(result.stagedBlocks()).isEqualTo(1);
        assertThat(result.completed()).isEqualTo(3);
    }

    private void produce(KernelContext context, int stagedBefore) {
        producerRuns.set(true);
        while (watch.staged.get() < stagedBefore && !context.stopRequested()) {
            Thread.onSpinWait();
        }
        producersDone.incrementAndGet();
    }

    private void consume(int producers) {
        tooEarly.addAndGet(producersDone.get() < producers ? 1 : 0);
    }

    private RunResult runWatched(int clusters, Orchestration orchestration) {
        return runWatched(clusters, CallConfig.defaults(), false, orchestration);
    }

    private RunResult runWatched(int clusters, CallConfig call, boolean coresOpenGates, Orchestration orchestration) {
        RuntimeConfig config =
                RuntimeConfig.builder().clusters(clusters).memoryBytes(1 << 20).build();
        try (ChipWorker worker = coresOpenGates ? GateOpeningChip.worker(config) : ChipWorker.open(config)) {
            RunResult result = worker.run(
                    orchestration,
                    List.of(),
                    call,
                    RunSetup.standard(config).withProbes(core -> null, number -> watch, null));
            assertThat(result.sentence()).isEqualTo("The run completed.");
            return result;
        }
    }

    /** Counts what is staged, by a drain or without one. */
    private static final class StagingWatch extends QuietProbe {
        final AtomicInteger staged = new AtomicInteger();

        @Override
        public void earlyPhaseEnd(int blocks) {
            staged.addAndGet(blocks);
        }

        @Override
        public void drainPhaseEnd(int blocks, int subtasks) {
            staged.addAndGet(blocks);
        }
    }
}
