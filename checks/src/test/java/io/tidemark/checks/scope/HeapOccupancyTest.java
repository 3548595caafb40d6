package io.tidemark.checks.scope;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.DType;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.Scope;
import io.tidemark.runtime.TaskGraph;
import io.tidemark.runtime.engine.ChipWorker;
import io.tidemark.runtime.engine.RunSetup;
import io.tidemark.runtime.orchestrator.OrchestratorProbe;
import io.tidemark.runtime.orchestrator.OrchestratorView;
import io.tidemark.runtime.tensormap.SubmitArguments;
import io.tidemark.testkit.Seeds;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Heap counters that never wrap, against the offsets of a heap that wraps all the time. */
class HeapOccupancyTest {
    private static final Kernel NOOP = Kernel.aiv(0, "noop", context -> {});
    private static final long HEAP_BYTES = 64 << 10;

    @Test
    void unrolledOccupancyIsModularOccupancyOverManyWraps() {
        Seeds.each(8, HeapOccupancyTest::run);
    }

    private static void run(long seed) {
        RuntimeConfig config = RuntimeConfig.builder()
                .clusters(2)
                .carriers(2)
                .memoryBytes(1 << 16)
                .build();
        CallConfig call = CallConfig.builder()
                .taskWindow(64)
                .heapBytes(HEAP_BYTES)
                .dependencyPool(256)
                .build();
        Occupancy occupancy = new Occupancy();
        try (ChipWorker worker = ChipWorker.open(config)) {
            RunSetup setup = RunSetup.standard(config).withProbes(core -> null, scheduler -> null, occupancy);
            Random random = new Random(seed);
            RunResult result = worker.run(graph -> allocate(graph, random), List.of(), call, setup);
            assertThat(result.isOk()).as(result.sentence()).isTrue();
        }
        assertThat(occupancy.samples).isGreaterThan(1_000);
        assertThat(occupancy.mostBytesEver).as("wraps").isGreaterThan(20 * HEAP_BYTES);
        assertThat(occupancy.difference).isNull();
    }

    private static void allocate(TaskGraph graph, Random random) {
        for (int i = 0; i < 1_000; i++) {
            try (Scope _ = graph.scope()) {
                for (int task = random.nextInt(4); task >= 0; task--) {
                    int bytes = 1 + random.nextInt(6_000);
                    graph.task(NOOP).out(TensorSpec.of(DType.INT8, bytes)).submit();
                }
            }
        }
    }

    /** Compares at both ends of each scope; must not throw on the orchestrator's thread. */
    private static final class Occupancy implements OrchestratorProbe {
        private OrchestratorView view;
        private int samples;
        private long mostBytesEver;
        private String difference;

        @Override
        public void attach(OrchestratorView newView) {
            view = newView;
        }

        private void compare() {
            int ring = view.ring();
            view.look(ring);
            samples++;
            long unrolled = view.heapEndBytes(ring) - view.heapStartBytes(ring);
            mostBytesEver = Math.max(mostBytesEver, view.heapEndBytes(ring));
            if (unrolled != view.heapModularBytes(ring) && difference == null) {
                difference = "sample %d: %d and %d".formatted(samples, unrolled, view.heapModularBytes(ring));
            }
        }

        @Override
        public void scopeBegin(int depth, boolean manual) {
            compare();
        }

        @Override
        public void scopeEnd(int depth) {
            compare();
        }

        @Override
        public void submitBegin() {}

        @Override
        public void submitInputs(long taskId, SubmitArguments arguments, boolean manualScope) {}

        @Override
        public void submitEnd(long taskId) {
            compare();
        }

        @Override
        public void flush() {}
    }
}
