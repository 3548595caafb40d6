package io.tidemark.lab.cases;

import io.tidemark.abi.DType;
import io.tidemark.abi.ErrorCode;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.CompletionEngine;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.Orchestration;
import io.tidemark.runtime.RingSizes;
import io.tidemark.runtime.Scope;
import io.tidemark.runtime.TaskBuilder;
import io.tidemark.runtime.TaskGraph;
import io.tidemark.runtime.fault.KernelFaults;
import io.tidemark.workloads.CaseOption;
import io.tidemark.workloads.CaseOptions;
import io.tidemark.workloads.TensorCase;
import io.tidemark.workloads.Variant;
import io.tidemark.workloads.Workload;
import io.tidemark.workloads.WorkloadCase;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * The shortest graph for each error code, so that what is said and kept of it can be seen. A run
 * that ends well has missed its purpose. Stateless.
 */
public final class FatalWorkload implements Workload {
    private static final TensorSpec CELL = TensorSpec.of(DType.FLOAT32, 16);
    private static final long PARK_NANOS = 1_000_000;
    private static final int DEEPEST_SCOPE = 64;
    private static final int VIEWS_PER_TASK = 32;
    private static final int MAP_ENTRIES = 65_536;
    private static final int MOST_CONDITIONS = 64;

    private static final Kernel NOOP = Kernel.aiv(0, "noop", context -> {});
    private static final Kernel WAIT = Kernel.aiv(1, "until_stopped", context -> {
        while (!context.stopRequested()) {
            LockSupport.parkNanos(PARK_NANOS);
        }
    });
    private static final Kernel THROW =
            Kernel.aiv(2, "asks_for_too_much", context -> context.memory().setFloat(context.tensor(1), 0, 1));

    private static final Kernel NO_ENGINE = Kernel.aiv(3, "no_engine", context -> context.completeWhenEvent(null, 0));
    private static final Kernel MANY_CONDITIONS = Kernel.aiv(4, "many_conditions", context -> {
        for (int i = 0; i <= MOST_CONDITIONS; i++) {
            context.completeWhenEvent(CompletionEngine.SDMA, i);
        }
    });

    private static final Kernel STRAY_WRITE = Kernel.aiv(5, "writes_astray", context -> {
        if (!(context instanceof KernelFaults faults)) {
            throw new IllegalStateException("this core has no list to write to");
        }
        faults.damageConditions();
    });

    /** The error that a variant ends with, and its rings. */
    private enum Way {
        WINDOW(ErrorCode.FLOW_CONTROL_DEADLOCK, "scopes nested nine deep, three tasks in each") {
            @Override
            void submit(TaskGraph graph) throws Exception {
                nest(graph, 9, 3);
            }
        },
        DEP_POOL(ErrorCode.DEP_POOL_OVERFLOW, "one task that waits for 129 others, a pool of 4") {
            @Override
            void submit(TaskGraph graph) {
                long[] producers = new long[129];
                for (int i = 0; i < producers.length; i++) {
                    producers[i] = graph.task(NOOP).out(CELL).submit().id();
                }
                graph.task(NOOP).after(producers).submit();
            }
        },
        ARGS(ErrorCode.INVALID_ARGS, "a task that is to run after no list at all") {
            @Override
            void submit(TaskGraph graph) {
                graph.task(NOOP).after((long[]) null).submit();
            }
        },
        SYNC_START(ErrorCode.REQUIRE_SYNC_START_INVALID, "a cohort of more blocks than vector cores") {
            @Override
            void submit(TaskGraph graph) {
                graph.task(NOOP).blocks(graph.aivCount() + 1).syncStart().submit();
            }
        },
        TENSOR_WAIT(ErrorCode.TENSOR_WAIT_TIMEOUT, "the graph reads what a hanging task makes") {
            @Override
            void submit(TaskGraph graph) {
                Tensor never = graph.task(WAIT).out(CELL).submit().output(0);
                graph.read(never, 0);
            }
        },
        REPORT(ErrorCode.EXPLICIT_ORCH_FATAL, "the graph itself says that it cannot go on") {
            @Override
            void submit(TaskGraph graph) {
                graph.task(NOOP).submit();
                graph.fail(0, "the case was told to fail");
            }
        },
        NESTED_SCOPES(ErrorCode.SCOPE_TASKS_OVERFLOW, "more scopes inside each other than 64") {
            @Override
            void submit(TaskGraph graph) throws Exception {
                nest(graph, DEEPEST_SCOPE + 1, 0);
            }
        },
        TENSOR_MAP(ErrorCode.TENSORMAP_OVERFLOW, "one scope that writes more than 65536 views") {
            @Override
            void submit(TaskGraph graph) {
                for (int task = 0; task <= MAP_ENTRIES / VIEWS_PER_TASK; task++) {
                    TaskBuilder next = graph.task(NOOP);
                    for (int view = 0; view < VIEWS_PER_TASK; view++) {
                        next.outExisting(graph.argument("cell"));
                    }
                    next.submit();
                }
            }
        },
        ASYNC_ENGINE(ErrorCode.ASYNC_COMPLETION_INVALID, "a kernel that leaves its end to no engine") {
            @Override
            void submit(TaskGraph graph) {
                graph.task(NO_ENGINE).submit();
            }
        },
        ASYNC_CONDITIONS(ErrorCode.ASYNC_WAIT_OVERFLOW, "a kernel with 65 conditions for its end") {
            @Override
            void submit(TaskGraph graph) {
                graph.task(MANY_CONDITIONS).submit();
            }
        },
        ASYNC_REGISTRATION(
                ErrorCode.ASYNC_REGISTRATION_FAILED, "a kernel that writes over its core's list of conditions") {
            @Override
            void submit(TaskGraph graph) {
                graph.task(STRAY_WRITE).submit();
            }
        },
        KERNEL(ErrorCode.KERNEL_FAILED, "a kernel that asks for an argument which it was not given") {
            @Override
            void submit(TaskGraph graph) {
                graph.task(THROW).inout(graph.argument("cell")).submit();
            }
        };

        final ErrorCode code;
        final String description;

        Way(ErrorCode code, String description) {
            this.code = code;
            this.description = description;
        }

        abstract void submit(TaskGraph graph) throws Exception;

        String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    @Override
    public String name() {
        return "fatal";
    }

    @Override
    public String description() {
        return "graphs that end with a chosen error code, to see what is said and kept of it";
    }

    @Override
    public List<Variant> variants() {
        return Arrays.stream(Way.values())
                .map(way -> new Variant(
                        way.word(),
                        way.code.number() + ": " + way.description,
                        Map.of("way", way.name().toLowerCase(Locale.ROOT))))
                .toList();
    }

    @Override
    public List<CaseOption> options() {
        return List.of(new CaseOption("way", "window", "which error; the variants name them"));
    }

    @Override
    public WorkloadCase build(String title, CaseOptions options, long seed) {
        Way way = options.choice("way", Way.class);
        TensorCase built = new TensorCase(title);
        built.scratch("cell", CELL);
        if (way == Way.WINDOW) {
            built.rings(RingSizes.defaults().withTaskWindow(8));
        } else if (way == Way.DEP_POOL) {
            built.rings(RingSizes.defaults().withDependencyPool(4));
        }
        Orchestration graph = way::submit;
        return built.graph(0, graph, NOOP, WAIT, THROW, NO_ENGINE, MANY_CONDITIONS, STRAY_WRITE);
    }

    private static void nest(TaskGraph graph, int scopes, int tasksEach) throws Exception {
        for (int i = 0; i < tasksEach; i++) {
            graph.task(NOOP).submit();
        }
        if (scopes > 0) {
            try (Scope _ = graph.scope()) {
                nest(graph, scopes - 1, tasksEach);
            }
        }
    }
}
