package io.tidemark.recording.whatif;

import io.tidemark.abi.CoreType;
import io.tidemark.abi.DType;
import io.tidemark.abi.TaskId;
import io.tidemark.capture.column.LongColumn;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.HostTensor;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.KernelCode;
import io.tidemark.runtime.KernelCost;
import io.tidemark.runtime.MixedKernels;
import io.tidemark.runtime.Orchestration;
import io.tidemark.runtime.Scope;
import io.tidemark.runtime.Submission;
import io.tidemark.runtime.TaskBuilder;
import io.tidemark.runtime.TaskGraph;
import io.tidemark.runtime.recording.OrchestrationLog;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;

/**
 * Submits a captured graph again: the same tasks in the same scopes and order, every captured
 * dependency as an explicit one, kernels without bodies that take the time they are given. For one
 * run.
 */
final class GraphReplay implements Orchestration {
    private static final int PAGE = 1 << 20;
    private static final TensorSpec[] NO_SPECS = {};
    private static final int ELEMENTS = 1 << 17; // more than are looked at between two submits
    private static final int STOP_STEPS = 256; // from one look at the stop to the next
    private static final Tensor ANY_INPUT = TensorSpec.of(DType.UINT8, 1).at(1 << 20);

    private final CapturedGraph graph;
    private final SubmitRows rows;
    private final long[] picos;
    private final long[] priorities; // by submit; null if the oldest goes first
    private final RecordedCosts costs; // null in virtual time
    private final long[] leads; // nanoseconds; null in virtual time
    private final double submitFactor;
    private final Set<Edge> without;
    private final Looks looks;
    private final IntFunction<String> names;
    private Kernel[] kernels = new Kernel[CapturedGraph.SLOTS]; // by function id and slot
    private final Map<Long, MixedKernels> mixes = new HashMap<>();
    private final Map<Long, TensorSpec> specsBySize = new HashMap<>();
    private long[] starts = new long[1]; // of all, or one place that all share
    private int startStride; // 0 while they share it: who asks and who does not run the same code
    private LongSupplier clock = () -> 0;
    private KernelCost lastCost = KernelCost.of(0, 0); // most are as the one before
    private int end;
    private int nextElement; // not looked at since the last submit
    private String refusal; // null unless it cannot be submitted as it was
    private BooleanSupplier stop = () -> false;
    private boolean isStopped;

    /**
     * Before which tasks the orchestration reads an element of its arguments, which no capture
     * tells. It takes no time, but the orchestrator learns which tasks are gone and looks for fewer
     * producers.
     *
     * @param always before every task
     * @param kernel else before tasks of this kernel; {@link CapturedGraph#NO_KERNEL} for none
     */
    record Looks(boolean always, int kernel) {
        static final Looks NEVER = new Looks(false, CapturedGraph.NO_KERNEL);
        static final Looks ALWAYS = new Looks(true, CapturedGraph.NO_KERNEL);

        static Looks before(int kernel) {
            return new Looks(false, kernel);
        }

        private boolean isBefore(SubmitRows rows, int step) {
            if (always || kernel == CapturedGraph.NO_KERNEL) {
                return always;
            }
            return rows.kernel(step, 0) == kernel || rows.kernel(step, 1) == kernel || rows.kernel(step, 2) == kernel;
        }
    }

    /** A dependency between two tasks. */
    record Edge(long producer, long consumer) {}

    /**
     * @param picos how long each kernel run takes, in the order of the graph's durations
     * @param priorities of submits; null if the oldest ready task goes first
     * @param costs of submits; null in virtual time
     * @param leads what passes before each, in nanoseconds; null in virtual time
     * @param submitFactor of what submits took, in real time
     * @param without dependencies that are left out
     */
    GraphReplay(
            CapturedGraph graph,
            long[] picos,
            long[] priorities,
            RecordedCosts costs,
            long[] leads,
            double submitFactor,
            Set<Edge> without,
            Looks looks,
            IntFunction<String> names) {
        this.looks = looks;
        this.graph = graph;
        this.rows = graph.rows();
        this.picos = picos;
        this.priorities = priorities;
        this.costs = costs;
        this.leads = leads;
        this.submitFactor = submitFactor;
        this.without = without;
        this.names = names;
        this.end = graph.size();
    }

    /** Submits only this many tasks, from the first on. */
    void endAfter(int submits) {
        end = Math.min(end, submits);
    }

    /** What the graph reads. */
    static List<HostTensor> tensors() {
        return List.of(HostTensor.in(
                "elements", TensorSpec.of(DType.UINT8, ELEMENTS), MemorySegment.ofArray(new byte[ELEMENTS])));
    }

    String refusal() {
        return refusal;
    }

    /** Submits nothing more once this is true. */
    void stopWhen(BooleanSupplier wanted) {
        stop = wanted;
    }

    /** Whether it was left before its end. */
    boolean isStopped() {
        return isStopped;
    }

    /** Kernels of the graph, each once, for the names of a capture. */
    List<Kernel> kernels() {
        Map<Integer, Kernel> byId = new HashMap<>();
        for (int step = 0; step < graph.size(); step++) {
            for (int slot = 0; slot < CapturedGraph.SLOTS; slot++) {
                if (rows.kernel(step, slot) != CapturedGraph.NO_KERNEL) {
                    Kernel kernel = kernel(step, slot);
                    byId.putIfAbsent(kernel.functionId(), kernel);
                }
            }
        }
        return new ArrayList<>(byId.values());
    }

    @Override
    public void run(TaskGraph to) {
        Deque<Scope> open = new ArrayDeque<>();
        for (int step = 0; step < end; step++) {
            if (step % STOP_STEPS == 0 && stop.getAsBoolean()) {
                isStopped = true;
                return;
            }
            nextElement = 0;
            for (int call = rows.firstCall(step); call < rows.endCall(step); call++) {
                make(call, to, open);
            }
            if (looks.isBefore(rows, step)) {
                to.readLong(to.argument(0), element(false));
            }
            if (costs != null) {
                spend(costs.submitNanos(step, submitFactor), to);
            }
            if (rows.kind(step) == CapturedGraph.Kind.ALLOCATION) {
                to.alloc(specs(step));
            } else if (!submit(to, step)) {
                return;
            }
        }
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }

    private static void spend(long nanos, TaskGraph to) {
        if (nanos > 0) {
            to.spend(Duration.ofNanos(nanos));
        }
    }

    private void make(int call, TaskGraph to, Deque<Scope> open) {
        switch (graph.callKind(call)) {
            case OPEN_SCOPE -> open.push(to.scope());
            case CLOSE_SCOPE -> {
                if (!open.isEmpty()) {
                    open.pop().close();
                }
            }
            case READ, WRITE, AGAIN -> touch(call, to);
            case LOOK -> to.hasFailed();
            case SPEND -> {
                nextElement = 0;
                spend(graph.callTask.get(graph.firstCallTask.get(call)), to);
            }
            case COHORT, ALLOCATE, REPEAT -> throw new IllegalStateException("call=" + call + " is no call");
        }
    }

    /** One that was looked at since the last submit, or one that was not. */
    private int element(boolean isAgain) {
        if (isAgain && nextElement > 0) {
            return 0;
        }
        return Math.min(nextElement++, ELEMENTS - 1); // beyond, a run does not distinguish them either
    }

    /** A look that waits for several tasks is one at each; only the first took time. */
    private void touch(int call, TaskGraph to) {
        boolean toWrite = graph.callKind(call) == OrchestrationLog.Kind.WRITE;
        boolean isAgain = graph.callKind(call) == OrchestrationLog.Kind.AGAIN;
        Tensor elements = to.argument(0);
        int first = graph.firstCallTask.get(call);
        int end = graph.endCallTask(call);
        for (int at = first; at < Math.max(end, first + 1); at++) {
            Tensor of = at == end ? elements : elements.ownedBy(graph.callTask.get(at));
            if (toWrite) {
                to.writeLong(of, 0, 0);
            } else {
                to.readLong(of, element(isAgain && at == first));
            }
        }
    }

    private boolean submit(TaskGraph to, int step) {
        TaskBuilder task = builder(to, step);
        int inputs = rows.inputs(step);
        for (int i = 0; i < inputs; i++) {
            task.noDep(ANY_INPUT);
        }
        for (TensorSpec spec : specs(step)) {
            task.out(spec);
        }
        long id = rows.id(step);
        int edges = rows.endEdge(step);
        for (int edge = rows.firstEdge(step); edge < edges; edge++) {
            long producer = graph.producer.get(edge);
            if (without.isEmpty() || !without.contains(new Edge(producer, id))) {
                if (graph.retains.get(edge) != 0) {
                    task.after(producer);
                } else {
                    task.afterWaitOnly(producer);
                }
            }
        }
        if (rows.blocks(step) > 1) {
            task.blocks(rows.blocks(step));
        }
        if (priorities != null) {
            task.priority(priorities[step]);
        }
        if (rows.isCohort(step)) {
            task.syncStart();
        }
        if (rows.isEarly(step)) {
            task.earlyResolve();
        }
        Submission done = task.submit();
        if (done.id() == TaskId.NONE) { // the run has failed; asking it would cost time
            return false;
        }
        if (done.id() != id) {
            refusal = "task %s would be task %s: the scopes of the run cannot be told from the capture"
                    .formatted(TaskId.label(id), TaskId.label(done.id()));
            to.fail(0, refusal);
        }
        return refusal == null;
    }

    private TaskBuilder builder(TaskGraph to, int step) {
        if (rows.kind(step) == CapturedGraph.Kind.DUMMY) {
            return to.dummy();
        }
        Kernel only = null;
        int count = 0;
        for (int slot = 0; slot < CapturedGraph.SLOTS; slot++) {
            if (rows.kernel(step, slot) != CapturedGraph.NO_KERNEL) {
                only = kernel(step, slot);
                count++;
            }
        }
        return count == 1 ? to.task(only) : to.task(mix(step));
    }

    private MixedKernels mix(int step) {
        long key = 0;
        for (int slot = 0; slot < CapturedGraph.SLOTS; slot++) {
            key = key << 16 | rows.kernel(step, slot) & 0xFFFF;
        }
        return mixes.computeIfAbsent(key, any -> MixedKernels.of(kernel(step, 0), kernel(step, 1), kernel(step, 2)));
    }

    private Kernel kernel(int step, int slot) {
        int id = rows.kernel(step, slot);
        if (id == CapturedGraph.NO_KERNEL) {
            return null;
        }
        int at = id * CapturedGraph.SLOTS + slot;
        if (at >= kernels.length) {
            kernels = Arrays.copyOf(kernels, Math.max(at + 1, 2 * kernels.length));
        }
        Kernel kernel = kernels[at];
        if (kernel == null) {
            kernel = newKernel(id, slot);
            kernels[at] = kernel;
        }
        return kernel;
    }

    private Kernel newKernel(int id, int slot) {
        return Kernel.of(
                        slot == 0 ? CoreType.AIC : CoreType.AIV,
                        id,
                        names.apply(id),
                        new KernelCode.JavaCode(context -> {}))
                .costing(context -> cost(context.taskId(), slot, context.blockIndex()));
    }

    private KernelCost cost(long taskId, int slot, int block) {
        int at = rows.firstDuration(graph.step(taskId), slot) + block;
        starts[at * startStride] = clock.getAsLong();
        if (lastCost.operations() != picos[at]) {
            lastCost = KernelCost.of(0, picos[at]); // an operation takes a picosecond
        }
        return leads == null ? lastCost : lastCost.after(Duration.ofNanos(leads[at]));
    }

    /**
     * Keeps when each kernel run starts.
     *
     * @param into by place of its duration, by the clock; null if not wanted
     */
    void logStarts(long[] into, LongSupplier of) {
        clock = of;
        if (into != null) {
            starts = into;
            startStride = 1;
        }
    }

    private TensorSpec[] specs(int step) {
        LongColumn bytes = graph.outputBytes;
        int first = rows.firstOutput(step);
        if (rows.endOutput(step) == first) {
            return NO_SPECS;
        }
        TensorSpec[] specs = new TensorSpec[rows.endOutput(step) - first];
        for (int i = 0; i < specs.length; i++) {
            long size = bytes.get(first + i);
            specs[i] = specsBySize.computeIfAbsent(size, GraphReplay::spec);
        }
        return specs;
    }

    private static TensorSpec spec(long size) {
        return size <= PAGE
                ? TensorSpec.of(DType.UINT8, (int) size)
                : TensorSpec.of(DType.UINT8, Math.toIntExact((size + PAGE - 1) / PAGE), PAGE);
    }
}
