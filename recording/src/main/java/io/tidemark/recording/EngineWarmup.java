package io.tidemark.recording;

import io.tidemark.abi.DType;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.recording.plan.ExportChoice;
import io.tidemark.recording.plan.Program;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.runtime.HostTensor;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.TaskGraph;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs empty tasks before a run, recorded as the run will be, and throws away what was recorded:
 * what the JVM compiles of schedulers, cores, orchestrator and probes is then compiled when the run
 * begins. It warms the engine, not the kernels of a program. Ends after a fixed time or number of
 * tasks, whatever comes first. One thread.
 */
final class EngineWarmup {
    private static final Duration LIMIT = Duration.ofMillis(300);
    private static final int MOST_TASKS = 60_000;
    private static final int WIDTH = 32;
    private static final int ELEMENTS = 16;
    private static final long MEMORY_BYTES = 1 << 20;
    private static final Kernel EMPTY = Kernel.aiv(0, "warm-up", context -> {});

    private EngineWarmup() {}

    /**
     * Runs the tasks.
     *
     * @return how many tasks ran
     * @throws IOException if there is no room for what is recorded
     */
    static int run(RecordingPlan plan) throws IOException {
        Path place = Files.createTempDirectory("tidemark-warm-up");
        try (Recorder recorder = Recorder.open(planIn(place, plan))) {
            TensorSpec cells = TensorSpec.of(DType.INT64, 2 * WIDTH, ELEMENTS);
            HostTensor data =
                    HostTensor.inout(
                            "cells", cells, MemorySegment.ofArray(new long[2 * WIDTH * ELEMENTS]));
            Program program =
                    new Program("warm-up", EngineWarmup::submit, List.of(data), List.of(EMPTY));
            return (int) recorder.record(program).submitted();
        } finally {
            remove(place);
        }
    }

    private static RecordingPlan planIn(Path place, RecordingPlan plan) {
        RuntimeConfig config = plan.config();
        RecordingPlan.Builder builder =
                RecordingPlan.into(place)
                        .title("warm-up")
                        .config(
                                RuntimeConfig.builder()
                                        .platform(config.platform())
                                        .runtime(config.runtime())
                                        .clusters(config.clusters())
                                        .carriers(config.carriers())
                                        .memoryBytes(MEMORY_BYTES)
                                        .serial(config.serial())
                                        .build())
                        .call(plan.call())
                        .export(ExportChoice.NEVER);
        plan.pools().values().forEach(builder::pools);
        plan.onFull().ifPresent(builder::onFull);
        plan.regionDirectory().ifPresent(builder::regionDirectory);
        return builder.build();
    }

    /** Layers: each task waits for two of the layer before and for the one two layers before. */
    private static void submit(TaskGraph graph) {
        long end = System.nanoTime() + LIMIT.toNanos();
        Tensor cells = graph.argument(0);
        Tensor[] rows = new Tensor[2 * WIDTH];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = cells.select(0, i);
        }
        int most = graph.runtime().reclaims() ? MOST_TASKS : MOST_TASKS / 6;
        for (int task = 0; task < most && !graph.hasFailed(); task++) {
            int column = task % WIDTH;
            int now = (task / WIDTH & 1) * WIDTH;
            int before = WIDTH - now;
            if (column == 0 && System.nanoTime() > end) {
                break;
            }
            graph.task(EMPTY)
                    .in(rows[before + column])
                    .in(rows[before + (column + 1) % WIDTH])
                    .inout(rows[now + column])
                    .submit();
        }
    }

    private static void remove(Path place) throws IOException {
        try (Stream<Path> files = Files.walk(place)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
