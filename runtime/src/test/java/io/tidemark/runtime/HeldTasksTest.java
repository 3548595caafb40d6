package io.tidemark.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.DType;
import io.tidemark.chip.simulated.CarrierPool;
import io.tidemark.chip.simulated.VirtualClock;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.engine.ChipWorker;
import io.tidemark.runtime.engine.RunSetup;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.team.SchedulerProbe;
import io.tidemark.testkit.Seeds;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A probe may hold tasks back before dispatch and before completion, as often as it likes. */
@Timeout(60)
class HeldTasksTest {
    private static final int CHAINS = 16;
    private static final int LINKS = 60;
    private static final long LOOP_NANOS = 100_000;

    /**
     * Says no by chance, and lets nothing complete until a moment of a clock that only turns in
     * vain move, so that no machine is too slow for what comes after it. Counts what happened to
     * each task.
     */
    private final class Refusing implements SchedulerProbe {
        private final Random random;
        private final VirtualClock clock;
        private final long notBeforeNanos;

        Refusing(long seed, VirtualClock clock, long notBeforeNanos) {
            random = new Random(seed);
            this.clock = clock;
            this.notBeforeNanos = notBeforeNanos;
        }

        private boolean isHolding() {
            return clock.nanos() < notBeforeNanos;
        }

        private boolean agrees() {
            return random.nextInt(4) == 0;
        }

        @Override
        public boolean mayDispatch(TaskSlot task) {
            return agrees();
        }

        @Override
        public boolean mayComplete(TaskSlot task) {
            return !isHolding() && agrees();
        }

        @Override
        public long dispatch(int core, int token, TaskSlot task) {
            count(dispatched, task);
            return 0;
        }

        @Override
        public void complete(int core, int token, TaskSlot task, long dispatchTick) {
            count(completed, task);
        }

        private void count(ConcurrentHashMap<Long, AtomicInteger> counts, TaskSlot task) {
            counts.computeIfAbsent(task.taskId(), key -> new AtomicInteger()).incrementAndGet();
        }

        @Override
        public boolean hasRoom() {
            return true;
        }

        @Override
        public void loopBegin(long iteration) {
            if (isSubmitted && isHolding()) { // before, a submit is a sign of life
                clock.advanceNanos(LOOP_NANOS);
            }
        }

        @Override
        public void observed(int core, int token) {}

        @Override
        public void completePhaseEnd(int tasks) {}

        @Override
        public void dispatchPhaseEnd(int tasks, int popHits, int popMisses) {}

        @Override
        public void releasePhaseEnd(int tasks) {}

        @Override
        public boolean flush() {
            return true;
        }
    }

    private final ConcurrentHashMap<Long, AtomicInteger> dispatched = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<Long, AtomicInteger> completed = new ConcurrentHashMap<>();
    private volatile boolean isSubmitted;

    private static final Kernel ADD_ON_VECTOR = Kernel.aiv(0, "add", HeldTasksTest::addOne);
    private static final Kernel ADD_ON_MATRIX = Kernel.aic(1, "add_too", HeldTasksTest::addOne);

    private static void addOne(KernelContext context) {
        float value = context.memory().getFloat(context.tensor(0), 0);
        context.memory().setFloat(context.tensor(0), 0, value + 1);
    }

    private RunResult run(long seed, long holdNanos, Duration timeout, Kernel second) {
        RuntimeConfig config = RuntimeConfig.builder()
                .clusters(2)
                .carriers(2)
                .schedulerTimeout(timeout)
                .build();
        float[] sums = new float[CHAINS];
        TensorSpec spec = TensorSpec.of(DType.FLOAT32, CHAINS);
        VirtualClock clock = new VirtualClock(config.platform().clockHz());
        long notBefore = clock.nanos() + holdNanos;
        RunSetup setup = RunSetup.unrecorded(
                        clock,
                        new CarrierPool(
                                config.carriers(), config.exitJoinTimeout().toNanos()))
                .withProbes(core -> null, number -> new Refusing(seed + number, clock, notBefore), null);
        try (ChipWorker worker = ChipWorker.open(config)) {
            RunResult result = worker.run(
                    graph -> {
                        submit(graph, second);
                        isSubmitted = true;
                    },
                    List.of(HostTensor.inout("sums", spec, sums)),
                    CallConfig.defaults(),
                    setup);
            if (result.isOk()) {
                assertThat(sums).containsOnly(LINKS);
            }
            return result;
        }
    }

    private static void submit(TaskGraph graph, Kernel second) {
        Tensor sums = graph.argument("sums");
        for (int link = 0; link < LINKS; link++) {
            for (int chain = 0; chain < CHAINS; chain++) {
                Kernel kernel = (link + chain) % 2 == 0 ? ADD_ON_VECTOR : second;
                graph.task(kernel).inout(sums.slice(0, chain, 1)).submit();
            }
        }
    }

    @Test
    void everyTaskIsDispatchedAndCompletedOnceHoweverOftenItIsHeld() {
        Seeds.each(5, seed -> {
            dispatched.clear();
            completed.clear();
            RunResult result = run(seed, 0, Duration.ofSeconds(10), ADD_ON_MATRIX);
            assertThat(result.isOk()).as(result.sentence()).isTrue();
            assertThat(dispatched).hasSize(CHAINS * LINKS);
            assertThat(completed).hasSize(CHAINS * LINKS);
            assertThat(dispatched.values()).allMatch(count -> count.get() == 1);
            assertThat(completed.values()).allMatch(count -> count.get() == 1);
        });
    }

    @Test
    void holdingForLongerThanTheTimeoutIsNoHang() {
        RunResult result = run(7, 400_000_000L, Duration.ofMillis(100), ADD_ON_MATRIX);
        assertThat(result.isOk()).as(result.sentence()).isTrue();
    }

    @Test
    void aRunThatFailsEndsThoughItsTasksAreHeld() {
        Kernel thrower = Kernel.aic(2, "thrower", context -> {
            throw new IllegalStateException("on purpose");
        });
        RunResult result = run(9, 0, Duration.ofSeconds(10), thrower);
        assertThat(result.isOk()).isFalse();
        assertThat(result.sentence()).contains("on purpose");
    }
}
