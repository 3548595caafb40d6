package io.tidemark.workloads.noop;

import io.tidemark.abi.DType;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.KernelBody;
import io.tidemark.runtime.Scope;
import io.tidemark.runtime.TaskBuilder;
import io.tidemark.runtime.TaskGraph;
import io.tidemark.workloads.CaseOption;
import io.tidemark.workloads.CaseOptions;
import io.tidemark.workloads.DeviceSource;
import io.tidemark.workloads.KernelWitness;
import io.tidemark.workloads.TensorCase;
import io.tidemark.workloads.Variant;
import io.tidemark.workloads.Workload;
import io.tidemark.workloads.WorkloadCase;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/**
 * Empty kernels, or such that only take time, in a graph of a chosen shape and size. The loops that
 * submit allocate nothing: tensors are made beforehand, and scopes close every few
 * tasks so that the window moves on. Stateless.
 */
public final class NoopWorkload implements Workload {
    private static final TensorSpec CELL = TensorSpec.of(DType.FLOAT32, 16); // one cache line

    private final KernelBody body;

    public NoopWorkload() {
        this(context -> {});
    }

    /** With a body of the caller's, to watch what the graph runs. */
    NoopWorkload(KernelBody body) {
        this.body = body;
    }

    private enum Shape {
        INDEPENDENT,
        CHAIN,
        LAYERED,
        TREE
    }

    private enum Switch {
        ON,
        OFF
    }

    /** One step of a shape: submits the task with a number. */
    private interface Step {
        void submit(int task);
    }

    /** The kernel of all tasks, and how long it is to take; a device learns that by a scalar. */
    private record Submitter(Kernel kernel, int busyMicros, boolean resolvesEarly) {
        TaskBuilder task(TaskGraph graph) {
            TaskBuilder task = graph.task(kernel);
            if (resolvesEarly) {
                task.earlyResolve();
            }
            return busyMicros == 0 ? task : task.scalar((long) busyMicros);
        }
    }

    @Override
    public String name() {
        return "noop";
    }

    @Override
    public String description() {
        return "empty tasks in a graph of chosen size and shape, for measuring the runtime itself";
    }

    @Override
    public List<Variant> variants() {
        return List.of(
                new Variant("layered", "each task reads two tensors of the layer before and updates one", Map.of()),
                new Variant("independent", "no task waits for another", Map.of("shape", "independent")),
                new Variant(
                        "chain",
                        "each task updates what the one before updated",
                        Map.of("shape", "chain", "width", "1")),
                new Variant(
                        "tree",
                        "each task waits, by its id, for its parent in a binary tree",
                        Map.of("shape", "tree")));
    }

    @Override
    public List<CaseOption> options() {
        return List.of(
                new CaseOption("tasks", "100000", "tasks to submit"),
                new CaseOption("shape", "layered", "independent, chain, layered or tree"),
                new CaseOption("width", "64", "tasks of a layer, or chains side by side"),
                new CaseOption("scope", "1024", "tasks per scope; keep it below the task window less one"),
                new CaseOption("busy", "0", "microseconds that each kernel keeps its core; 0: none"),
                new CaseOption("early", "off", "on or off: consumers staged before producers end"),
                new CaseOption("witness", "", "file in which each kernel counts itself, one 64-byte line per core"));
    }

    @Override
    public WorkloadCase build(String title, CaseOptions options, long seed) {
        int tasks = options.integer("tasks", 0, 1 << 30);
        int width = options.integer("width", 1, 960);
        int scope = options.integer("scope", 1, 1 << 30);
        Shape shape = options.choice("shape", Shape.class);
        String witness = options.text("witness");
        int busyMicros = options.integer("busy", 0, 1_000_000);
        Kernel kernel = Kernel.aiv(0, "noop", KernelWitness.counting(witness, lasting(busyMicros)));
        if (witness.isEmpty()) { // no device counts there
            String code = busyMicros == 0 ? "noop" : "noop_busy";
            kernel = kernel.onDevice(DeviceSource.of(NoopWorkload.class, "noop.cuh", code));
        }
        boolean resolvesEarly = options.choice("early", Switch.class) == Switch.ON;
        return build(title, tasks, width, scope, shape, new Submitter(kernel, busyMicros, resolvesEarly));
    }

    private KernelBody lasting(int micros) {
        if (micros == 0) {
            return body;
        }
        Duration busy = Duration.of(micros, ChronoUnit.MICROS);
        return context -> {
            body.run(context);
            context.spend(busy);
        };
    }

    private static WorkloadCase build(String title, int tasks, int width, int scope, Shape shape, Submitter submitter) {
        TensorCase built = new TensorCase(title);
        int cells =
                switch (shape) {
                    case INDEPENDENT, TREE -> 0;
                    case CHAIN -> width;
                    case LAYERED -> 2 * width;
                };
        for (int cell = 0; cell < cells; cell++) {
            built.scratch("cell" + cell, CELL);
        }
        return built.graph(
                tasks,
                graph -> submitAll(graph, tasks, scope, step(graph, submitter, shape, tasks, width)),
                submitter.kernel());
    }

    private static void submitAll(TaskGraph graph, int tasks, int tasksPerScope, Step step) {
        for (int from = 0; from < tasks && !graph.hasFailed(); from += tasksPerScope) {
            int to = (int) Math.min(tasks, (long) from + tasksPerScope);
            try (Scope _ = graph.scope()) {
                for (int task = from; task < to; task++) {
                    step.submit(task);
                }
            }
        }
    }

    private static Step step(TaskGraph graph, Submitter submitter, Shape shape, int tasks, int width) {
        Tensor[] cells = new Tensor[graph.argumentCount()];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = graph.argument(i);
        }
        return switch (shape) {
            case INDEPENDENT -> task -> submitter.task(graph).submit();
            case CHAIN ->
                task -> submitter.task(graph).inout(cells[task % width]).submit();
            case LAYERED -> layered(graph, submitter, cells, width);
            case TREE -> tree(graph, submitter, tasks);
        };
    }

    /** Two rows of cells take turns as the layer before and the layer being made. */
    private static Step layered(TaskGraph graph, Submitter submitter, Tensor[] cells, int width) {
        return task -> {
            int column = task % width;
            int now = (task / width & 1) * width;
            int before = width - now;
            int right = column + 1 == width ? 0 : column + 1;
            submitter
                    .task(graph)
                    .in(cells[before + column])
                    .in(cells[before + right])
                    .inout(cells[now + column])
                    .submit();
        };
    }

    private static Step tree(TaskGraph graph, Submitter submitter, int tasks) {
        long[] ids = new long[tasks / 2 + 1]; // only parents are asked for again
        return task -> {
            long id = task == 0
                    ? submitter.task(graph).submit().id()
                    : submitter
                            .task(graph)
                            .afterWaitOnly(ids[(task - 1) / 2])
                            .submit()
                            .id();
            if (task < ids.length) {
                ids[task] = id;
            }
        };
    }
}
