package io.tidemark.lab.cases;

import io.tidemark.abi.DType;
import io.tidemark.abi.OrchestrationSide;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.KernelBody;
import io.tidemark.runtime.KernelCode.DeviceCode;
import io.tidemark.runtime.KernelContext;
import io.tidemark.runtime.KernelCost;
import io.tidemark.runtime.RingSizes;
import io.tidemark.runtime.Scope;
import io.tidemark.runtime.TaskBuilder;
import io.tidemark.runtime.TaskGraph;
import io.tidemark.runtime.fault.GraphFaults;
import io.tidemark.workloads.CaseOption;
import io.tidemark.workloads.CaseOptions;
import io.tidemark.workloads.KernelWitness;
import io.tidemark.workloads.TensorCase;
import io.tidemark.workloads.Variant;
import io.tidemark.workloads.Workload;
import io.tidemark.workloads.WorkloadCase;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A chain of small tasks of which one misbehaves in a chosen way. Such a run never ends by itself
 * or cannot go on; what is recorded up to there must survive. Stateless.
 */
public final class HangWorkload implements Workload {
    private static final TensorSpec CELL = TensorSpec.of(DType.FLOAT32, 16);
    private static final TensorSpec LARGE = TensorSpec.of(DType.FLOAT32, 4_096);
    private static final int WINDOW = 64;
    private static final int HEAP_BYTES = 256 << 10;
    private static final int TASKS_PER_SCOPE = 16;
    private static final long PARK_NANOS = 1_000_000;
    private static final Duration LOOK_AGAIN = Duration.ofNanos(PARK_NANOS);

    /** In virtual time, where the tasks beside an overrun go on for many seconds. */
    private static final Duration OTHER_TASK = Duration.ofMillis(10);

    /** Place in its cell where the misbehaving kernel reports that it has begun, and the value it writes. */
    private static final int MARK = 1;

    private static final float HALF = 0.5f;
    private static final int SIGNAL = 2; // where in its cell a signal is waited for

    private enum Way {
        KERNEL,
        OVERRUN,
        ORCHESTRATOR,
        READY,
        SCOPE,
        HEAP,
        DEPS,
        COHORT,
        STOP,
        SIGNAL,
        COUNT,
        TRAP,
        ADDRESS;

        /** Whether it is the kernel of task AT that misbehaves, and nothing else. */
        boolean isOfKernel() {
            return switch (this) {
                case KERNEL, STOP, SIGNAL, COUNT, TRAP, ADDRESS -> true;
                default -> false;
            };
        }
    }

    @Override
    public String name() {
        return "hang";
    }

    @Override
    public String description() {
        return "a chain in which one task misbehaves, to see what is kept and said of a hang";
    }

    @Override
    public List<Variant> variants() {
        return List.of(
                variant("kernel", "the kernel of task AT never returns"),
                variant("overrun", "the same, while tasks that do not need it go on for ever"),
                variant("orchestrator", "the orchestration submits nothing after task AT"),
                variant("ready", "the same, and with --serial the tasks before AT stay ready"),
                variant("scope", "a scope opened at task AT holds more tasks than the window"),
                variant("heap", "the tasks from AT on need more heap than the ring has"),
                variant("deps", "task AT waits for the task after it, which waits for task AT"),
                variant("cohort", "the task after AT needs all cores at once, and AT keeps one"),
                variant("stop", "the kernel of task AT waits for ever, but stops when it is told to"),
                variant("signal", "the kernel of task AT waits for a signal that nobody gives"),
                variant("count", "the kernel of task AT waits for one arrival more than there are"),
                variant("trap", "the kernel of task AT gives up: it throws, or traps on a GPU"),
                variant("address", "the kernel of task AT writes outside of the device's memory"));
    }

    private static Variant variant(String way, String description) {
        return new Variant(way, description, Map.of("way", way));
    }

    @Override
    public List<CaseOption> options() {
        return List.of(
                new CaseOption(
                        "way",
                        "kernel",
                        "kernel, overrun, orchestrator, ready, scope, heap, deps, cohort, stop, signal,"
                                + " count, trap or address"),
                new CaseOption("at", "40", "number of the task that misbehaves, from 0"),
                new CaseOption("tasks", "200", "tasks to submit"),
                new CaseOption("witness", "", "file in which each kernel counts itself, one 64-byte line per core"));
    }

    @Override
    public WorkloadCase build(String title, CaseOptions options, long seed) {
        Way way = options.choice("way", Way.class);
        int tasks = options.integer("tasks", tasksIn(way), 1 << 24);
        int at = options.integer("at", 0, tasks - tasksIn(way));
        String witness = options.text("witness");
        KernelBody addOne = KernelWitness.counting(witness, HangWorkload::addOne);
        boolean isOnDevice = witness.isEmpty();
        Kernel step = device(isOnDevice, Kernel.aiv(0, "step", addOne), "hang_step");
        Kernel stuck = device(isOnDevice, Kernel.aiv(1, "stuck", stuckBody(way)), stuckEntry(way));
        Kernel other =
                device(isOnDevice, Kernel.aic(2, "other", addOne), "hang_step").costing(KernelCost.lasting(OTHER_TASK));
        Kernel gate = device(isOnDevice, Kernel.aiv(3, "gate", context -> awaitStuck(context, addOne)), "hang_gate");
        TensorCase built = new TensorCase(title);
        built.scratch("chain", CELL);
        if (way == Way.SCOPE) {
            built.rings(RingSizes.defaults().withTaskWindow(WINDOW));
        } else if (way == Way.HEAP) {
            built.rings(RingSizes.defaults().withHeapBytes(HEAP_BYTES));
        }
        return built.graph(
                tasks,
                graph -> new Chain(graph, step, stuck, other, gate, way, at).submit(tasks),
                step,
                stuck,
                other,
                gate);
    }

    private static Kernel device(boolean isOnDevice, Kernel kernel, String entryPoint) {
        return isOnDevice
                ? kernel.onDevice(
                        DeviceCode.read("hang.cuh", HangWorkload.class.getResourceAsStream("hang.cuh"), entryPoint))
                : kernel;
    }

    /** How many tasks from AT on it takes; with fewer the run would end well. */
    private static int tasksIn(Way way) {
        return switch (way) {
            case KERNEL, OVERRUN, ORCHESTRATOR, READY, STOP, SIGNAL, COUNT, TRAP, ADDRESS -> 1;
            case DEPS, COHORT -> 2;
            case SCOPE -> WINDOW; // one slot of a window is never used
            case HEAP -> HEAP_BYTES / (int) LARGE.sizeBytes() + 1;
        };
    }

    private static void addOne(KernelContext context) {
        var cell = context.tensor(0);
        context.memory().setFloat(cell, 0, context.memory().getFloat(cell, 0) + 1);
    }

    private static KernelBody stuckBody(Way way) {
        return switch (way) {
            case STOP -> HangWorkload::waitUntilStopped;
            case SIGNAL -> HangWorkload::waitForSignal;
            case COUNT -> HangWorkload::waitForCount;
            case TRAP -> HangWorkload::giveUp;
            case ADDRESS -> HangWorkload::writeOutside;
            default -> HangWorkload::halfAndNeverReturn;
        };
    }

    /** A core is kept by a kernel that stops when it is asked to: the device can be used again. */
    private static String stuckEntry(Way way) {
        return switch (way) {
            case STOP, COHORT -> "hang_until_stopped";
            case SIGNAL -> "hang_signal";
            case COUNT -> "hang_count";
            case TRAP -> "hang_trap";
            case ADDRESS -> "hang_address";
            default -> "hang_stuck";
        };
    }

    private static void waitUntilStopped(KernelContext context) {
        context.memory().setFloat(context.tensor(0), MARK, HALF);
        waitFor(context, () -> false);
    }

    /** A kernel before this one should have written the word. */
    private static void waitForSignal(KernelContext context) {
        context.memory().setFloat(context.tensor(0), MARK, HALF);
        waitFor(context, () -> context.memory().getFloat(context.tensor(0), SIGNAL) != 0);
    }

    /** Every step counts itself, and one more is waited for. */
    private static void waitForCount(KernelContext context) {
        context.memory().setFloat(context.tensor(0), MARK, HALF);
        float awaited = context.memory().getFloat(context.tensor(0), 0) + 1;
        waitFor(context, () -> context.memory().getFloat(context.tensor(0), 0) >= awaited);
    }

    private static void waitFor(KernelContext context, BooleanSupplier hasCome) {
        while (!hasCome.getAsBoolean() && !context.stopRequested()) {
            LockSupport.parkNanos(PARK_NANOS);
        }
    }

    private static void giveUp(KernelContext context) {
        context.memory().setFloat(context.tensor(0), MARK, HALF);
        throw new IllegalStateException("this kernel was asked to give up");
    }

    private static void writeOutside(KernelContext context) {
        MemorySegment memory = context.memory().segment();
        memory.set(ValueLayout.JAVA_BYTE, memory.byteSize(), (byte) 1);
    }

    /** Writes half of its output and never returns. */
    private static void halfAndNeverReturn(KernelContext context) {
        context.memory().setFloat(context.tensor(0), MARK, HALF);
        neverReturn(context);
    }

    /** A step that ends when the other one hangs, for a graph that cannot wait for it. */
    private static void awaitStuck(KernelContext context, KernelBody step) throws Exception {
        waitFor(context, () -> context.memory().getFloat(context.tensor(0), MARK) == HALF);
        step.run(context);
    }

    /** Ignores requests to stop. It asks for them, so that in virtual time the others go on. */
    static void neverReturn(KernelContext context) {
        while (true) {
            context.stopRequested();
            LockSupport.parkNanos(PARK_NANOS);
            Thread.interrupted(); // or the next park would return at once, and keep a CPU busy
        }
    }

    /** One submission of the chain; the thread that runs the orchestration. */
    private static final class Chain {
        private final TaskGraph graph;
        private final Kernel step;
        private final Kernel stuck;
        private final Kernel other;
        private final Kernel gate;
        private final Way way;
        private final int at;
        private long lastId;

        Chain(TaskGraph graph, Kernel step, Kernel stuck, Kernel other, Kernel gate, Way way, int at) {
            this.graph = graph;
            this.step = step;
            this.stuck = stuck;
            this.other = other;
            this.gate = gate;
            this.way = way;
            this.at = at;
        }

        void submit(int tasks) {
            submitChain(tasks);
            while (way == Way.OVERRUN && !graph.hasFailed()) {
                try (Scope _ = graph.scope(); // their ring is not the one that is stuck
                        Scope _ = graph.scope()) {
                    graph.task(other).out(CELL).submit(); // never queues behind the stuck one
                }
            }
        }

        private void submitChain(int tasks) {
            int task = 0;
            while (task < tasks && !graph.hasFailed()) {
                boolean isLast =
                        task + TASKS_PER_SCOPE > at && !way.isOfKernel() && way != Way.OVERRUN && way != Way.COHORT;
                int end = isLast ? tasks : Math.min(tasks, task + TASKS_PER_SCOPE);
                if (isLast && task < at) {
                    end = at; // the misbehaving scope begins with the misbehaving task
                }
                try (Scope _ = graph.scope()) {
                    for (; task < end && !graph.hasFailed(); task++) {
                        submitOne(task);
                    }
                }
            }
        }

        private void submitOne(int task) {
            var cell = graph.argument("chain");
            boolean waits = way != Way.READY && isBesideTasks();
            if (task == at && task > 0 && waits) {
                graph.read(cell, 0); // every task before this one is done then
            }
            if (task < at || way == Way.SCOPE) {
                boolean isGate = way == Way.COHORT && !isBesideTasks() && task == at - 1;
                graph.task(isGate ? gate : step).inout(cell).submit();
                return;
            }
            switch (way) {
                case KERNEL, OVERRUN, STOP, SIGNAL, COUNT, TRAP, ADDRESS ->
                    graph.task(task == at ? stuck : step).inout(cell).submit();
                case COHORT -> submitBesideCohort(task, cell);
                case HEAP -> graph.task(step).inout(cell).out(LARGE).submit();
                case DEPS -> submitCircle(task, cell);
                case ORCHESTRATOR, READY -> stopSubmitting();
                case SCOPE -> throw new IllegalStateException("way=" + way);
            }
        }

        /** Task AT waits for the next one, which needs what task AT writes. */
        private void submitCircle(int task, Tensor cell) {
            if (!(graph instanceof GraphFaults faults)) {
                throw new IllegalStateException("this graph cannot be given a circle");
            }
            if (task == at) {
                faults.holdNext();
            }
            long id = graph.task(step).inout(cell).submit().id();
            if (task == at + 1) {
                faults.closeCircle(lastId, id);
            }
            lastId = id;
        }

        /** Whether tasks run while this submits, so that it can wait for them. */
        private boolean isBesideTasks() {
            return graph.runtime().side() == OrchestrationSide.DEVICE;
        }

        /** A cohort goes before what only waits, so the task that keeps a core must have begun. */
        private void submitBesideCohort(int task, Tensor cell) {
            if (task == at) {
                graph.task(stuck).noDep(cell).submit();
                while (isBesideTasks() && !graph.hasFailed() && graph.read(cell, MARK) != HALF) {
                    graph.spend(LOOK_AGAIN); // in virtual time the task begins meanwhile
                }
            } else if (task == at + 1) {
                TaskBuilder cohort = graph.task(step);
                cohort = isBesideTasks() ? cohort.noDep(cell) : cohort.inout(cell); // the gate's
                lastId = cohort.blocks(graph.aivCount()).syncStart().submit().id();
            } else {
                TaskBuilder next = graph.task(step).inout(cell);
                (task == at + 2 ? next.after(lastId) : next).submit(); // or it may come before
            }
        }

        private void stopSubmitting() {
            while (!graph.hasFailed()) {
                LockSupport.parkNanos(PARK_NANOS);
            }
        }
    }
}
