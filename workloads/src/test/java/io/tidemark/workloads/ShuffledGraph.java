package io.tidemark.workloads;

import io.tidemark.abi.DType;
import io.tidemark.abi.TaskId;
import io.tidemark.abi.deps.EdgeFlags;
import io.tidemark.memory.tensor.DeviceMemory;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.GraphArguments;
import io.tidemark.runtime.GraphBody;
import io.tidemark.runtime.HostTensor;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.MixedKernels;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.Scope;
import io.tidemark.runtime.Submission;
import io.tidemark.runtime.TaskBuilder;
import io.tidemark.runtime.TaskBuilder.Comparison;
import io.tidemark.runtime.TaskGraph;
import io.tidemark.runtime.graph.GraphLibrary;
import io.tidemark.runtime.graph.ReplaySite;
import io.tidemark.runtime.tensormap.ArgumentTag;
import io.tidemark.runtime.tensormap.DependencyInference;
import io.tidemark.runtime.tensormap.SubmitArguments;
import io.tidemark.runtime.tensormap.TensorMap;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * A graph without a runtime: it collects all tasks, then runs them on one thread in a random order
 * that only the inferred dependencies restrict. A missing edge shows as a wrong result under some
 * seed. Test thread only; owns its memory.
 */
final class ShuffledGraph implements TaskGraph, TaskBuilder, Submission, AutoCloseable {
    private static final long BASE = 1L << 20;

    final List<String> edges = new ArrayList<>();

    /** Whether dependencies are obeyed; off, every order is allowed. */
    boolean obedient = true;

    private final Arena arena = Arena.ofConfined();
    private final DeviceMemory memory;
    private final Map<String, Tensor> arguments = new LinkedHashMap<>();
    private final Map<Long, CollectedTask> tasks = new LinkedHashMap<>();
    private final TensorMap map = new TensorMap(1 << 14, 1 << 8, 1 << 14, 1 << 14, 1 << 14, 1 << 14);
    private final DependencyInference inference = new DependencyInference(map);
    private final SubmitArguments submit = new SubmitArguments();
    private final List<TensorSpec> specs = new ArrayList<>();
    private final GraphLibrary graphs = new GraphLibrary(this, null, ReplaySite.NONE);
    private final List<Boolean> manual = new ArrayList<>(List.of(false));
    private final int[] nextLocal = new int[TaskId.RINGS];
    private List<Object> scalars = new ArrayList<>();
    private List<Tensor> outputs = new ArrayList<>();
    private Kernel[] kernels;
    private int blocks;
    private CollectedTask.Predicate predicate;
    private long lastId;
    private long top = BASE;
    private long allocated;

    ShuffledGraph(long memoryBytes) {
        memory = new DeviceMemory(arena.allocate(memoryBytes, 64), BASE);
    }

    /** Runs a case once and copies its outputs back. */
    RunResult run(WorkloadCase built, long seed) throws Exception {
        for (HostTensor host : built.hostTensors()) {
            Tensor tensor = place(host.spec());
            arguments.put(host.name(), tensor);
            MemorySegment.copy(
                    host.data(),
                    0,
                    memory.segment(),
                    memory.offset(tensor.baseAddress()),
                    host.spec().sizeBytes());
        }
        built.orchestration().run(this);
        long completed = new ShuffledOrder(tasks, obedient).run(new Random(seed)) + allocated;
        for (HostTensor host : built.hostTensors()) {
            if (host.direction() != HostTensor.Direction.IN) {
                long at = memory.offset(arguments.get(host.name()).baseAddress());
                MemorySegment.copy(
                        memory.segment(), at, host.data(), 0, host.spec().sizeBytes());
            }
        }
        return new RunResult(
                0, "NONE", "ok", null, completed, completed, allocated, -1, 1, 1, List.of(), List.of(), List.of(), -1,
                null, List.of());
    }

    private Tensor place(TensorSpec spec) {
        Tensor tensor = spec.at(top);
        top += (spec.sizeBytes() + 63) & -64;
        if (spec.isFilled()) {
            memory.fill(tensor, spec.fillValue());
        }
        return tensor;
    }

    private long newId() {
        int ring = Math.min(manual.size() - 1, TaskId.RINGS - 1);
        return TaskId.of(ring, nextLocal[ring]++);
    }

    @Override
    public TaskBuilder task(Kernel next) {
        return begin(next);
    }

    private TaskBuilder begin(Kernel... next) {
        kernels = next;
        blocks = 1;
        predicate = null;
        submit.clear();
        specs.clear();
        scalars = new ArrayList<>();
        return this;
    }

    @Override
    public TaskBuilder task(MixedKernels next) {
        return begin(next.aic(), next.aiv0(), next.aiv1());
    }

    @Override
    public TaskBuilder dummy() {
        return begin();
    }

    @Override
    public Submission submitGraph(String key, GraphBody body, Tensor... tensors) {
        return submitGraph(key, body, GraphArguments.of(tensors));
    }

    @Override
    public Submission submitGraph(String key, GraphBody body, GraphArguments graphArguments) {
        return graphs.submit(key, body, graphArguments, manual.getLast());
    }

    @Override
    public TaskBuilder graphScalar(DType type, int index) {
        throw new UnsupportedOperationException("plain tasks only");
    }

    @Override
    public TaskBuilder blocks(int count) {
        blocks = count;
        return this;
    }

    @Override
    public TaskBuilder syncStart() {
        return this;
    }

    @Override
    public TaskBuilder earlyResolve() {
        return this;
    }

    @Override
    public TaskBuilder onlyIf(Tensor tensor, long index, Comparison comparison, long target) {
        predicate = new CollectedTask.Predicate(tensor, index, comparison, target);
        return this;
    }

    @Override
    public TaskBuilder priority(long value) {
        throw new UnsupportedOperationException("plain tasks only");
    }

    @Override
    public TaskBuilder timed(int slot) {
        throw new UnsupportedOperationException("plain tasks only");
    }

    @Override
    public Submission submit() {
        long id = newId();
        Set<Long> waitsFor = new TreeSet<>();
        inference.infer(submit, manual.getLast(), new CollectedEdges(waitsFor));
        inference.register(submit, manual.getLast(), id);
        waitsFor.forEach(producer -> edges.add(name(producer) + "->" + name(id)));
        List<Tensor> tensors = new ArrayList<>();
        outputs = new ArrayList<>();
        for (int i = 0; i < submit.tensorCount(); i++) {
            if (submit.tag(i) == ArgumentTag.OUTPUT) {
                outputs.add(place(specs.get(outputs.size())).ownedBy(id));
                tensors.add(outputs.getLast());
            } else {
                tensors.add(submit.tensor(i));
            }
        }
        tasks.put(id, new CollectedTask(id, kernels, blocks, predicate, tensors, scalars, waitsFor, memory));
        lastId = id;
        return this;
    }

    private static String name(long id) {
        return "(" + TaskId.ring(id) + "," + TaskId.local(id) + ")";
    }

    @Override
    public Scope scope() {
        manual.add(false);
        return manual::removeLast;
    }

    @Override
    public Scope manualScope() {
        manual.add(true);
        return manual::removeLast;
    }

    @Override
    public Tensor[] alloc(TensorSpec... wanted) {
        long id = newId();
        allocated++;
        Tensor[] made = new Tensor[wanted.length];
        for (int i = 0; i < made.length; i++) {
            made[i] = place(wanted[i]).ownedBy(id);
        }
        return made;
    }

    @Override
    public TaskBuilder in(Tensor tensor) {
        submit.add(ArgumentTag.INPUT, tensor);
        return this;
    }

    @Override
    public TaskBuilder out(TensorSpec spec) {
        submit.add(ArgumentTag.OUTPUT, null);
        specs.add(spec);
        return this;
    }

    @Override
    public TaskBuilder inout(Tensor tensor) {
        submit.add(ArgumentTag.INOUT, tensor);
        return this;
    }

    @Override
    public TaskBuilder outExisting(Tensor tensor) {
        submit.add(ArgumentTag.OUTPUT_EXISTING, tensor);
        return this;
    }

    @Override
    public TaskBuilder noDep(Tensor tensor) {
        submit.add(ArgumentTag.NO_DEP, tensor);
        return this;
    }

    @Override
    public TaskBuilder scalar(long value) {
        scalars.add(value);
        return this;
    }

    @Override
    public TaskBuilder scalar(float value) {
        scalars.add(value);
        return this;
    }

    @Override
    public TaskBuilder scalar(double value) {
        scalars.add(value);
        return this;
    }

    @Override
    public TaskBuilder scalar(DType type, long bits) {
        scalars.add(bits);
        return this;
    }

    @Override
    public TaskBuilder after(long taskId) {
        submit.dependOn(taskId, EdgeFlags.WAIT | EdgeFlags.RETAIN);
        return this;
    }

    @Override
    public TaskBuilder after(long... taskIds) {
        for (long taskId : taskIds) {
            after(taskId);
        }
        return this;
    }

    @Override
    public TaskBuilder afterWaitOnly(long taskId) {
        submit.dependOn(taskId, EdgeFlags.WAIT);
        return this;
    }

    @Override
    public TaskBuilder dump() {
        return this;
    }

    @Override
    public TaskBuilder dumpScalar(int scalarIndex) {
        return this;
    }

    @Override
    public TaskBuilder dump(int tensorIndex) {
        return this;
    }

    @Override
    public long id() {
        return lastId;
    }

    @Override
    public Tensor output(int index) {
        return outputs.get(index);
    }

    @Override
    public int outputCount() {
        return outputs.size();
    }

    @Override
    public Tensor argument(int index) {
        return new ArrayList<>(arguments.values()).get(index);
    }

    @Override
    public Tensor argument(String name) {
        return arguments.get(name);
    }

    @Override
    public int argumentCount() {
        return arguments.size();
    }

    @Override
    public double read(Tensor tensor, long index) {
        return memory.getDouble(tensor, index);
    }

    @Override
    public long readLong(Tensor tensor, long index) {
        return memory.getLong(tensor, index);
    }

    @Override
    public void write(Tensor tensor, long index, double value) {
        memory.setDouble(tensor, index, value);
    }

    @Override
    public void writeLong(Tensor tensor, long index, long value) {
        memory.setLong(tensor, index, value);
    }

    @Override
    public void fail(int code, String message) {
        throw new IllegalStateException(code + " " + message);
    }

    @Override
    public boolean hasFailed() {
        return false;
    }

    @Override
    public int clusterCount() {
        return 1;
    }

    @Override
    public int aivCount() {
        return 2;
    }

    @Override
    public void close() {
        arena.close();
    }
}
