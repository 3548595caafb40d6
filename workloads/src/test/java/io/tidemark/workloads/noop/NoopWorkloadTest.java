package io.tidemark.workloads.noop;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.TaskId;
import io.tidemark.runtime.KernelContext;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.Worker;
import io.tidemark.workloads.WorkloadCase;
import io.tidemark.workloads.WorkloadCatalog;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * An empty kernel leaves no trace, so here it counts: what the runtime reports must be what the
 * kernels saw.
 */
@Timeout(60)
class NoopWorkloadTest {
    private static final int TASKS = 100_000;
    private static final int WIDTH = 64;

    private final AtomicIntegerArray runs = new AtomicIntegerArray(TASKS);
    private final AtomicIntegerArray begin = new AtomicIntegerArray(TASKS);
    private final AtomicIntegerArray end = new AtomicIntegerArray(TASKS);
    private final AtomicInteger clock = new AtomicInteger();

    @Test
    void everyIndependentTaskRunsExactlyOnce() {
        runAndCount("independent");
    }

    @Test
    void aChainRunsInTheOrderOfItsSubmits() {
        runAndCount("chain");
        assertThatEachStartsAfter(task -> task - WIDTH);
    }

    @Test
    void aLayeredTaskStartsAfterItsThreePredecessors() {
        runAndCount("layered");
        assertThatEachStartsAfter(task -> task - WIDTH);
        assertThatEachStartsAfter(task -> task % WIDTH == WIDTH - 1 ? task - 2 * WIDTH + 1 : task - WIDTH + 1);
        assertThatEachStartsAfter(task -> task - 2 * WIDTH);
    }

    @Test
    void aTreeTaskStartsAfterItsParent() {
        runAndCount("tree");
        assertThatEachStartsAfter(task -> task == 0 ? -1 : (task - 1) / 2);
    }

    @Test
    void aKernelKeepsItsCoreAsLongAsItIsTold() {
        WorkloadCase built = WorkloadCatalog.of(List.of(() -> List.of(new NoopWorkload())))
                .find("noop:chain")
                .build(List.of("tasks=20", "busy=300"), 0);
        try (Worker worker = Worker.open(RuntimeConfig.builder().clusters(1).build())) {
            long begin = System.nanoTime();
            RunResult result = worker.run(built.orchestration(), built.hostTensors());
            assertThat(built.verify(result).ok()).as(result.sentence()).isTrue();
            assertThat(System.nanoTime() - begin).isGreaterThan(20 * 300_000);
        }
    }

    private void runAndCount(String variant) {
        WorkloadCatalog catalog = WorkloadCatalog.of(List.of(() -> List.of(new NoopWorkload(this::count))));
        List<String> options = List.of("tasks=" + TASKS, "width=" + WIDTH);
        WorkloadCase built = catalog.find("noop:" + variant).build(options, 0);
        try (Worker worker = Worker.open(RuntimeConfig.builder().clusters(8).build())) {
            RunResult result = worker.run(built.orchestration(), built.hostTensors());
            assertThat(built.verify(result).ok()).as(result.sentence()).isTrue();
        }
        for (int task = 0; task < TASKS; task++) {
            assertThat(runs.get(task)).as("runs of task %d", task).isEqualTo(1);
        }
    }

    /** All tasks lie in scopes of depth one, so the counter of their ring numbers them. */
    private void count(KernelContext context) {
        int task = TaskId.local(context.taskId());
        begin.set(task, clock.incrementAndGet());
        runs.incrementAndGet(task);
        end.set(task, clock.incrementAndGet());
    }

    private void assertThatEachStartsAfter(IntUnaryOperator predecessor) {
        for (int task = 0; task < TASKS; task++) {
            int before = predecessor.applyAsInt(task);
            if (before >= 0 && begin.get(task) < end.get(before)) {
                throw new AssertionError("task " + task + " started before " + before + " ended");
            }
        }
    }
}
