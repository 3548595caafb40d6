package io.tidemark.checks.viewer;

import io.tidemark.abi.DType;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.TaskGraph;
import io.tidemark.workloads.CaseOption;
import io.tidemark.workloads.CaseOptions;
import io.tidemark.workloads.TensorCase;
import io.tidemark.workloads.Variant;
import io.tidemark.workloads.Workload;
import io.tidemark.workloads.WorkloadCase;
import io.tidemark.workloads.WorkloadProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * A run that goes on only when told: every step waits for a file. So whoever watches it sees each
 * step, however fast or slow the machine is. Not among the services of this module; a test that
 * wants it puts {@link #services} on the class path of its process.
 */
public final class SteppedCase implements WorkloadProvider, Workload {
    static final int STEPS = 3;
    static final int TASKS_PER_STEP = 64;

    private static final long LOOK_NANOS = 5_000_000;
    private static final Kernel KERNEL = Kernel.aiv(0, "step", _ -> {});

    /** A directory for the class path that offers this case and nothing else. */
    static Path services(Path directory) throws IOException {
        Path file = directory.resolve("META-INF/services/" + WorkloadProvider.class.getName());
        Files.createDirectories(file.getParent());
        Files.writeString(file, SteppedCase.class.getName());
        return directory;
    }

    /** Lets the run take a step, counted from one. */
    static void allow(Path gates, int step) throws IOException {
        Files.createFile(gates.resolve("step-" + step));
    }

    @Override
    public List<Workload> workloads() {
        return List.of(this);
    }

    @Override
    public String name() {
        return "stepped";
    }

    @Override
    public String description() {
        return "tasks that are submitted when a file appears";
    }

    @Override
    public List<Variant> variants() {
        return List.of(new Variant("slow", "as slow as its watcher", Map.of()));
    }

    @Override
    public List<CaseOption> options() {
        return List.of(new CaseOption("gates", ".", "where the files appear"));
    }

    @Override
    public WorkloadCase build(String title, CaseOptions options, long seed) {
        Path gates = Path.of(options.text("gates"));
        TensorCase built = new TensorCase(title);
        built.scratch("cell", TensorSpec.of(DType.FLOAT32, 16));
        return built.graph(STEPS * TASKS_PER_STEP, graph -> submit(graph, gates), KERNEL);
    }

    private static void submit(TaskGraph graph, Path gates) {
        for (int step = 1; step <= STEPS; step++) {
            while (Files.notExists(gates.resolve("step-" + step)) && !graph.hasFailed()) {
                LockSupport.parkNanos(LOOK_NANOS);
            }
            for (int task = 0; task < TASKS_PER_STEP && !graph.hasFailed(); task++) {
                graph.task(KERNEL).inout(graph.argument("cell")).submit();
            }
        }
    }
}
