package io.tidemark.runtime.graph;

import io.tidemark.abi.DType;
import io.tidemark.abi.TaskId;
import io.tidemark.abi.args.ArgumentRecord;
import io.tidemark.abi.deps.EdgeFlags;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.MixedKernels;
import io.tidemark.runtime.Submission;
import io.tidemark.runtime.TaskBuilder;
import io.tidemark.runtime.TaskBuilder.Comparison;
import io.tidemark.runtime.TaskGraph;
import io.tidemark.runtime.task.ScalarBits;
import io.tidemark.runtime.tensormap.ArgumentTag;
import io.tidemark.runtime.tensormap.KnownEdges;
import io.tidemark.runtime.tensormap.SubmitArguments;
import java.util.ArrayList;
import java.util.List;

/**
 * A task of a graph that is being recorded: keeps every call for the replay, and the arguments for
 * the look-up of who waits for whom. Orchestrator thread only.
 */
final class RecordedTask implements TaskBuilder {
    private final GraphRecorder recorder;
    private final Kernel kernel; // null for several or none
    private final MixedKernels mixed; // null for one or none
    private final List<TaskCall> calls = new ArrayList<>();
    private final SubmitArguments arguments = new SubmitArguments();
    private final List<TensorSpec> outputs = new ArrayList<>();
    private final List<TensorArgument> tensors = new ArrayList<>();
    private final List<ScalarArgument> scalars = new ArrayList<>();
    private int blocks = 1;
    private boolean isPlain = true;

    /** Without kernels it is a dummy. */
    RecordedTask(GraphRecorder recorder, Kernel kernel, MixedKernels mixed) {
        this.recorder = recorder;
        this.kernel = kernel;
        this.mixed = mixed;
    }

    private TaskBuilder start(TaskGraph graph) {
        if (mixed != null) {
            return graph.task(mixed);
        }
        return kernel != null ? graph.task(kernel) : graph.dummy();
    }

    /**
     * Whether kernels, blocks, tensors, scalars and stated producers are all there is to say of it,
     * and nothing of it is refused.
     */
    boolean isPlain() {
        return isPlain && !arguments.isInvalid();
    }

    /** What it is now; the builder may go on after its submit. */
    PlainTask plain(KnownEdges edges) {
        List<PlainTask.Stated> stated = new ArrayList<>();
        for (int i = 0; i < arguments.explicitCount(); i++) {
            int node = TaskId.local(arguments.explicitId(i));
            stated.add(new PlainTask.Stated(node, arguments.explicitFlags(i)));
        }
        return new PlainTask(kernel, mixed, blocks, tensors, scalars, outputs, stated, edges);
    }

    @Override
    public TaskBuilder in(Tensor tensor) {
        return tensor(ArgumentTag.INPUT, tensor);
    }

    @Override
    public TaskBuilder out(TensorSpec spec) {
        if (spec == null) {
            return mistake("an output is null");
        }
        outputs.add(spec);
        // The replay, which follows, reports one output too many.
        arguments.add(ArgumentTag.OUTPUT, null);
        tensors.add(TensorArgument.output(spec));
        return call((to, binding) -> to.out(spec));
    }

    @Override
    public TaskBuilder inout(Tensor tensor) {
        return tensor(ArgumentTag.INOUT, tensor);
    }

    @Override
    public TaskBuilder outExisting(Tensor tensor) {
        return tensor(ArgumentTag.OUTPUT_EXISTING, tensor);
    }

    @Override
    public TaskBuilder noDep(Tensor tensor) {
        return tensor(ArgumentTag.NO_DEP, tensor);
    }

    @Override
    public TaskBuilder scalar(long value) {
        scalars.add(ScalarArgument.of(DType.INT64.code(), value));
        return call((to, binding) -> to.scalar(value));
    }

    @Override
    public TaskBuilder scalar(float value) {
        scalars.add(ScalarArgument.of(DType.FLOAT32.code(), ScalarBits.of(value)));
        return call((to, binding) -> to.scalar(value));
    }

    @Override
    public TaskBuilder scalar(double value) {
        scalars.add(ScalarArgument.of(ArgumentRecord.FLOAT64, ScalarBits.of(value)));
        return call((to, binding) -> to.scalar(value));
    }

    @Override
    public TaskBuilder scalar(DType type, long bits) {
        if (type != null && type != DType.UNKNOWN) { // else the replay, which follows, fails
            scalars.add(ScalarArgument.of(type.code(), ScalarBits.of(type, bits)));
        }
        return call((to, binding) -> to.scalar(type, bits));
    }

    @Override
    public TaskBuilder graphScalar(DType type, int index) {
        if (index < 0 || index >= recorder.scalarCount()) {
            return mistake("scalar " + index + " of " + recorder.scalarCount() + " of the graph");
        }
        if (type != null && type != DType.UNKNOWN) {
            scalars.add(ScalarArgument.given(type, index));
        }
        return call((to, binding) -> to.scalar(type, binding.scalar(index)));
    }

    @Override
    public TaskBuilder after(long taskId) {
        int node = node(taskId, EdgeFlags.WAIT | EdgeFlags.RETAIN);
        return node < 0 ? this : call((to, binding) -> to.after(binding.taskId(node)));
    }

    @Override
    public TaskBuilder after(long... taskIds) {
        if (taskIds == null) {
            return mistake("the list of tasks to run after is null");
        }
        for (long taskId : taskIds) {
            after(taskId);
        }
        return this;
    }

    @Override
    public TaskBuilder afterWaitOnly(long taskId) {
        int node = node(taskId, EdgeFlags.WAIT);
        return node < 0 ? this : call((to, binding) -> to.afterWaitOnly(binding.taskId(node)));
    }

    @Override
    public TaskBuilder blocks(int count) {
        blocks = count;
        return call((to, binding) -> to.blocks(count));
    }

    @Override
    public TaskBuilder syncStart() {
        return special((to, binding) -> to.syncStart());
    }

    @Override
    public TaskBuilder earlyResolve() {
        return special((to, binding) -> to.earlyResolve());
    }

    @Override
    public TaskBuilder onlyIf(Tensor tensor, long index, Comparison comparison, long target) {
        if (!recorder.mayUse(tensor)) {
            return this;
        }
        return special((to, binding) -> to.onlyIf(binding.tensor(tensor), index, comparison, target));
    }

    @Override
    public TaskBuilder priority(long value) {
        return special((to, binding) -> to.priority(value));
    }

    @Override
    public TaskBuilder timed(int slot) {
        return special((to, binding) -> to.timed(slot));
    }

    @Override
    public TaskBuilder dump() {
        return special((to, binding) -> to.dump());
    }

    @Override
    public TaskBuilder dump(int tensorIndex) {
        return special((to, binding) -> to.dump(tensorIndex));
    }

    @Override
    public TaskBuilder dumpScalar(int scalarIndex) {
        return special((to, binding) -> to.dumpScalar(scalarIndex));
    }

    @Override
    public Submission submit() {
        return recorder.submit(this);
    }

    SubmitArguments arguments() {
        return arguments;
    }

    List<TensorSpec> outputs() {
        return outputs;
    }

    /**
     * @param edges to tasks of the same body
     */
    GraphDefinition.Step step(KnownEdges edges) {
        TaskCall[] kept = calls.toArray(TaskCall[]::new);
        return (graph, binding) -> {
            TaskBuilder task = start(graph);
            for (TaskCall call : kept) {
                call.replay(task, binding);
            }
            binding.know(edges);
            binding.submitted(task.submit());
        };
    }

    private TaskBuilder tensor(ArgumentTag tag, Tensor tensor) {
        if (!recorder.mayUse(tensor)) {
            return this;
        }
        arguments.add(tag, GraphRecorder.inner(tensor));
        TensorArgument argument = new TensorArgument(tag, tensor, recorder.wholeBuffer(tensor), null);
        tensors.add(argument);
        return call(new TensorCall(argument));
    }

    private int node(long taskId, int flags) {
        int node = recorder.node(taskId);
        if (node >= 0) {
            arguments.dependOn(GraphRecorder.innerId(node), flags);
        }
        return node;
    }

    private TaskBuilder special(TaskCall call) {
        isPlain = false;
        return call(call);
    }

    private TaskBuilder call(TaskCall call) {
        calls.add(call);
        return this;
    }

    private TaskBuilder mistake(String what) {
        recorder.mistake(what);
        return this;
    }

    /** A tensor that the task is given: most calls are of this kind, and one class is fast. */
    private record TensorCall(TensorArgument argument) implements TaskCall {
        @Override
        public void replay(TaskBuilder task, Binding binding) {
            Tensor actual = argument.in(binding);
            switch (argument.tag()) {
                case INPUT -> task.in(actual);
                case INOUT -> task.inout(actual);
                case OUTPUT_EXISTING -> task.outExisting(actual);
                case NO_DEP -> task.noDep(actual);
                case OUTPUT -> throw new IllegalStateException("an output has no tensor yet");
            }
        }
    }

    /** One thing that a recorded body said about a task. Immutable. */
    @FunctionalInterface
    private interface TaskCall {
        void replay(TaskBuilder task, Binding binding);
    }
}
