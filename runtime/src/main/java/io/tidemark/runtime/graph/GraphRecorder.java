package io.tidemark.runtime.graph;

import io.tidemark.abi.ErrorCode;
import io.tidemark.abi.TaskId;
import io.tidemark.abi.deps.Overlap;
import io.tidemark.abi.swimlane.HostPhaseKind;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.GraphArguments;
import io.tidemark.runtime.GraphBody;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.MixedKernels;
import io.tidemark.runtime.RuntimeKind;
import io.tidemark.runtime.Scope;
import io.tidemark.runtime.ScopeSite;
import io.tidemark.runtime.Submission;
import io.tidemark.runtime.TaskBuilder;
import io.tidemark.runtime.TaskGraph;
import io.tidemark.runtime.ring.TaskWindow;
import io.tidemark.runtime.tensormap.DependencyInference;
import io.tidemark.runtime.tensormap.EdgeSink;
import io.tidemark.runtime.tensormap.KnownEdges;
import io.tidemark.runtime.tensormap.SubmitArguments;
import io.tidemark.runtime.tensormap.TensorMap;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The graph that a body sees while it is recorded: nothing runs, tensors have addresses that say
 * who they are, and the same look-up as ever finds who waits for whom. What cannot be replayed is a
 * mistake, and the first one is kept. Orchestrator thread only.
 */
final class GraphRecorder implements TaskGraph {
    static final int MOST_TASKS = 1024;

    private static final long ID_MARK = 1L << 62; // distinguishes recorded ids from ids of outside tasks
    private static final int MAP_ENTRIES = 8192;
    private static final int MAP_BUCKETS = 1024;
    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private final String key;
    private final TaskGraph outside;
    private final HostPhaseProbe probe; // null when nothing is recorded
    private final GraphArguments recordedWith;
    private final VirtualTensors tensors = new VirtualTensors();
    private final TensorMap map;
    private final DependencyInference inference;
    private final Boundary.Builder boundary;
    private final List<Boundary.LastWrite> writes = new ArrayList<>(); // outside the body
    private final boolean[] isWaitedFor = new boolean[MOST_TASKS];
    private final boolean[] isAllocation = new boolean[MOST_TASKS];
    private final List<GraphDefinition.Step> steps = new ArrayList<>();
    private final List<PlainTask> run = new ArrayList<>(); // the last tasks so far
    private final List<GraphDefinition.Step> runSteps = new ArrayList<>(); // the same, one by one
    private int runFirst;
    private final Deque<Boolean> manualScopes = new ArrayDeque<>();
    private int tasks;
    private String mistake;
    private boolean isOver;

    private GraphRecorder(
            String key, TaskGraph outside, HostPhaseProbe probe, GraphArguments arguments, boolean inManualScope) {
        this.key = key;
        this.outside = outside;
        this.probe = probe;
        this.recordedWith = arguments.watched();
        this.boundary = new Boundary.Builder(recordedWith);
        int window = TaskWindow.DEFAULT_SIZE; // only spreads lists: any window will do
        this.map = new TensorMap(MAP_ENTRIES, MAP_BUCKETS, window, window, window, window);
        this.inference = new DependencyInference(map);
        manualScopes.push(inManualScope);
    }

    /** What came of recording a body: a definition, or what is wrong with it. */
    record Result(GraphDefinition definition, String mistake) {}

    static Result record(
            TaskGraph outside,
            HostPhaseProbe probe,
            boolean inManualScope,
            String key,
            GraphBody body,
            GraphArguments arguments)
            throws Exception {
        GraphRecorder recorder = new GraphRecorder(key, outside, probe, arguments, inManualScope);
        Tensor[] standIns = new Tensor[arguments.tensorCount()];
        for (int i = 0; i < standIns.length; i++) {
            standIns[i] = recorder.tensors.standIn(arguments.tensor(i));
        }
        body.record(recorder, recorder.recordedWith.withTensors(standIns));
        recorder.isOver = true;
        if (recorder.manualScopes.size() > 1) {
            recorder.mistake("a scope that was opened and not closed");
        }
        recorder.endRun();
        if (recorder.mistake != null) {
            return new Result(null, recorder.mistake);
        }
        int[] last = IntStream.range(0, recorder.tasks)
                .filter(task -> !recorder.isWaitedFor[task] && !recorder.isAllocation[task])
                .toArray();
        return new Result(
                new GraphDefinition(
                        key,
                        recorder.tensors,
                        recorder.recordedWith,
                        recorder.steps,
                        recorder.tasks,
                        last,
                        recorder.boundary.build(recorder.lastWrites())),
                null);
    }

    /** What the look-up still holds of the writes to buffers that the body has not made. */
    private List<Boundary.LastWrite> lastWrites() {
        return writes.stream()
                .filter(write -> map.holds(write.region(), innerId(write.writer())))
                .toList();
    }

    /** The id of a task inside the recording, as the look-up knows it. */
    static long innerId(int task) {
        return TaskId.of(0, task);
    }

    @Override
    public TaskBuilder task(Kernel kernel) {
        if (kernel == null) {
            mistake("kernel=null");
        }
        return new RecordedTask(this, kernel, null);
    }

    @Override
    public TaskBuilder task(MixedKernels kernels) {
        if (kernels == null) {
            mistake("kernels=null");
        }
        return new RecordedTask(this, null, kernels);
    }

    @Override
    public TaskBuilder dummy() {
        return new RecordedTask(this, null, null);
    }

    @Override
    public Submission submitGraph(String key, GraphBody body, Tensor... arguments) {
        return submitGraph(key, body, GraphArguments.of(arguments));
    }

    @Override
    public Submission submitGraph(String key, GraphBody body, GraphArguments arguments) {
        mistake("graph " + key + " inside it");
        return new RecordedSubmission(TaskId.NONE, new Tensor[0]);
    }

    @Override
    public Scope scope() {
        return scope(caller());
    }

    @Override
    public Scope manualScope() {
        return manualScope(caller());
    }

    @Override
    public Scope scope(ScopeSite site) {
        return open(false, (graph, binding) -> binding.opened(graph.scope(site)));
    }

    @Override
    public Scope manualScope(ScopeSite site) {
        return open(true, (graph, binding) -> binding.opened(graph.manualScope(site)));
    }

    /** A replay opens its scopes where the body did: the stack it has then tells nothing. */
    private static ScopeSite caller() {
        return WALKER.walk(frames -> frames.filter(frame -> frame.getDeclaringClass() != GraphRecorder.class)
                        .findFirst())
                .map(ScopeSite::of)
                .orElseThrow();
    }

    @Override
    public Tensor[] alloc(TensorSpec... specs) {
        if (specs == null || specs.length == 0) {
            mistake("an allocation of nothing");
            return new Tensor[0];
        }
        if (Arrays.asList(specs).contains(null)) {
            mistake("an allocation of a tensor that is null");
            return new Tensor[specs.length];
        }
        long begin = probe == null ? 0 : probe.hostNanos();
        int task = nextTask();
        isAllocation[task] = true;
        step((graph, binding) -> binding.allocated(graph.alloc(specs)));
        Tensor[] made = new Tensor[specs.length];
        for (int i = 0; i < specs.length; i++) {
            made[i] = tensors.made(specs[i], ID_MARK | task);
        }
        if (probe != null) {
            probe.hostPhase(HostPhaseKind.RECORD_NODE, begin, probe.hostNanos(), task);
        }
        return made;
    }

    @Override
    public Tensor argument(int index) {
        return outside.argument(index);
    }

    @Override
    public Tensor argument(String name) {
        return outside.argument(name);
    }

    @Override
    public int argumentCount() {
        return outside.argumentCount();
    }

    @Override
    public double read(Tensor tensor, long index) {
        return mayRead(tensor) ? outside.read(tensor, index) : 0;
    }

    @Override
    public long readLong(Tensor tensor, long index) {
        return mayRead(tensor) ? outside.readLong(tensor, index) : 0;
    }

    @Override
    public void write(Tensor tensor, long index, double value) {
        mistake("a write by the orchestration, which a replay would not repeat");
    }

    @Override
    public void writeLong(Tensor tensor, long index, long value) {
        write(tensor, index, value);
    }

    @Override
    public void fail(int code, String message) {
        outside.fail(code, message);
    }

    @Override
    public void spend(Duration time) {
        outside.spend(time);
    }

    @Override
    public boolean hasFailed() {
        return outside.hasFailed();
    }

    @Override
    public RuntimeKind runtime() {
        return outside.runtime();
    }

    @Override
    public int clusterCount() {
        return outside.clusterCount();
    }

    @Override
    public int aivCount() {
        return outside.aivCount();
    }

    int scalarCount() {
        return recordedWith.scalarCount();
    }

    void mistake(String what) {
        if (mistake == null) {
            mistake = what;
        }
    }

    /** A tensor of the recording, or one that is the same in every replay. */
    boolean mayUse(Tensor tensor) {
        if (tensor == null) {
            mistake("a tensor that is null");
            return false;
        }
        if (!VirtualTensors.isVirtual(tensor) && tensor.ownerTaskId() != Tensor.NO_OWNER) {
            mistake(tensor + ", which is neither an argument of it nor made in it");
            return false;
        }
        return true;
    }

    /** The buffer of which a tensor is all, as the body got it; -1 for any other view. */
    int wholeBuffer(Tensor tensor) {
        if (!VirtualTensors.isVirtual(tensor)) {
            return -1;
        }
        int number = VirtualTensors.number(tensor);
        return tensors.recorded(number) == tensor ? number : -1;
    }

    /** The task of the recording that an id names, or -1. */
    int node(long taskId) {
        long number = taskId ^ ID_MARK;
        if (number < 0 || number >= tasks) {
            mistake("a task that waits for one outside of it ("
                    + taskId
                    + "); give it a tensor of that task as an argument instead");
            return -1;
        }
        return (int) number;
    }

    /** The same tensor, owned as the look-up knows tasks: outside of it marked ids mean nothing. */
    static Tensor inner(Tensor tensor) {
        long owner = tensor.ownerTaskId();
        return owner == Tensor.NO_OWNER ? tensor : tensor.ownedBy(innerId((int) (owner ^ ID_MARK)));
    }

    Submission submit(RecordedTask task) {
        long begin = probe == null ? 0 : probe.hostNanos();
        int number = nextTask();
        if (mistake == null) {
            step(task, number, lookUp(task, number));
        }
        Tensor[] made = new Tensor[task.outputs().size()];
        for (int i = 0; i < made.length; i++) {
            made[i] = tensors.made(task.outputs().get(i), ID_MARK | number);
        }
        if (probe != null) {
            probe.hostPhase(HostPhaseKind.RECORD_NODE, begin, probe.hostNanos(), number);
        }
        return new RecordedSubmission(ID_MARK | number, made);
    }

    /** Plain tasks wait until it is known how many of them there are. */
    private void step(RecordedTask task, int number, KnownEdges edges) {
        if (!task.isPlain()) {
            step(task.step(edges));
            return;
        }
        if (run.isEmpty()) {
            runFirst = number;
        }
        run.add(task.plain(edges));
        runSteps.add(task.step(edges));
    }

    private void step(GraphDefinition.Step step) {
        endRun();
        steps.add(step);
    }

    private void endRun() {
        List<GraphDefinition.Step> each = List.copyOf(runSteps);
        if (each.size() > 1) {
            TaskRun together = new TaskRun(run, runFirst, manualScopes.peek());
            steps.add((graph, binding) -> {
                if (binding.submit(together)) {
                    return;
                }
                for (GraphDefinition.Step step : each) {
                    if (binding.hasFailed()) {
                        return;
                    }
                    step.replay(graph, binding);
                }
            });
        } else {
            steps.addAll(each);
        }
        run.clear();
        runSteps.clear();
    }

    private KnownEdges lookUp(RecordedTask task, int number) {
        boolean manual = manualScopes.peek();
        SubmitArguments arguments = task.arguments();
        KnownEdges.Builder edges = new KnownEdges.Builder();
        inference.infer(arguments, manual, new FoundEdges(isWaitedFor, edges));
        if (!inference.register(arguments, manual, innerId(number))) {
            mistake("more than " + MAP_ENTRIES + " written regions");
        }
        for (int i = 0; i < arguments.tensorCount(); i++) {
            Tensor tensor = arguments.tensor(i);
            if (tensor == null || !boundary.isOutside(tensor)) {
                edges.inner(); // an output is made by the task itself
                continue;
            }
            if (VirtualTensors.isVirtual(tensor)) {
                edges.given(VirtualTensors.number(tensor));
            } else {
                edges.outside();
            }
            boolean registers = DependencyInference.registers(arguments.tag(i), tensor) && !manual;
            boundary.touch(tensor, registers);
            if (registers) {
                writes.add(new Boundary.LastWrite(tensor, wholeBuffer(tensor), number));
            }
        }
        return edges.build();
    }

    private int nextTask() {
        refuseWhenOver();
        if (tasks == MOST_TASKS) {
            mistake("more than " + MOST_TASKS + " tasks");
            return MOST_TASKS - 1;
        }
        return tasks++;
    }

    private void refuseWhenOver() {
        if (isOver) {
            outside.fail(
                    ErrorCode.INVALID_ARGS.number(),
                    "the graph that the body of " + key + " was given is used after that body has ended");
        }
    }

    private boolean mayRead(Tensor tensor) {
        if (tensor != null && VirtualTensors.isVirtual(tensor)) {
            mistake("a read of one of its own tensors, which have no values while it is recorded");
            return false;
        }
        return true;
    }

    private Scope open(boolean manual, GraphDefinition.Step step) {
        refuseWhenOver();
        step(step);
        manualScopes.push(manual);
        return new RecordedScope(manualScopes.size());
    }

    /** Closes once, and only as the innermost, as a scope that really opens does. */
    private final class RecordedScope implements Scope {
        private final int depth;
        private boolean isOpen = true;

        RecordedScope(int depth) {
            this.depth = depth;
        }

        @Override
        public void close() {
            if (!isOpen) {
                return;
            }
            isOpen = false;
            if (manualScopes.size() != depth) {
                mistake("a scope that was closed while one inside it is open");
                return;
            }
            step((graph, binding) -> binding.innermost().close());
            manualScopes.pop();
        }
    }

    /** The submission that a body receives while it is recorded. */
    private record RecordedSubmission(long id, Tensor[] outputs) implements Submission {
        @Override
        public Tensor output(int index) {
            if (index < 0 || index >= outputs.length) {
                throw new IndexOutOfBoundsException("output=" + index + " of " + outputs.length);
            }
            return outputs[index];
        }

        @Override
        public int outputCount() {
            return outputs.length;
        }
    }

    /** Marks every producer that it receives, and keeps the edges that were found. One thread. */
    private record FoundEdges(boolean[] marks, KnownEdges.Builder found) implements EdgeSink {
        @Override
        public boolean explicit(long producer, int flags) {
            return mark(producer);
        }

        @Override
        public boolean creator(long producer, int argument) {
            found.creator(TaskId.local(producer), argument);
            return mark(producer);
        }

        @Override
        public boolean modifier(long producer, int argument, int entry, Overlap overlap) {
            found.modifier(TaskId.local(producer), argument, overlap);
            return mark(producer);
        }

        private boolean mark(long producer) {
            marks[TaskId.local(producer)] = true;
            return true;
        }
    }
}
