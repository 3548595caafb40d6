package io.tidemark.runtime.graph;

import io.tidemark.abi.DType;
import io.tidemark.abi.deps.EdgeFlags;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.Submission;
import io.tidemark.runtime.TaskBuilder;
import io.tidemark.runtime.TaskBuilder.Comparison;
import io.tidemark.runtime.TaskGraph;
import io.tidemark.runtime.tensormap.ArgumentTag;
import io.tidemark.runtime.tensormap.KnownEdges;
import io.tidemark.runtime.tensormap.SubmitArguments;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A task of a graph that is being recorded: keeps every call for the replay, and the arguments for
 * the look-up of who waits for whom. Orchestrator thread only.
 */
final class RecordedTask implements TaskBuilder {
    private final GraphRecorder recorder;
    private final Function<TaskGraph, TaskBuilder> start;
    private final List<TaskCall> calls = new ArrayList<>();
    private final SubmitArguments arguments = new SubmitArguments();
    private final List<TensorSpec> outputs = new ArrayList<>();

    RecordedTask(GraphRecorder recorder, Function<TaskGraph, TaskBuilder> start) {
        this.recorder = recorder;
        this.start = start;
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
        // One too many is told at the replay, which follows.
        arguments.add(ArgumentTag.OUTPUT, null);
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
        return call((to, binding) -> to.scalar(value));
    }

    @Override
    public TaskBuilder scalar(float value) {
        return call((to, binding) -> to.scalar(value));
    }

    @Override
    public TaskBuilder scalar(double value) {
        return call((to, binding) -> to.scalar(value));
    }

    @Override
    public TaskBuilder scalar(DType type, long bits) {
        return call((to, binding) -> to.scalar(type, bits));
    }

    @Override
    public TaskBuilder graphScalar(DType type, int index) {
        if (index < 0 || index >= recorder.scalarCount()) {
            return mistake("scalar " + index + " of " + recorder.scalarCount() + " of the graph");
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
        return call((to, binding) -> to.blocks(count));
    }

    @Override
    public TaskBuilder syncStart() {
        return call((to, binding) -> to.syncStart());
    }

    @Override
    public TaskBuilder earlyResolve() {
        return call((to, binding) -> to.earlyResolve());
    }

    @Override
    public TaskBuilder onlyIf(Tensor tensor, long index, Comparison comparison, long target) {
        if (!recorder.mayUse(tensor)) {
            return this;
        }
        return call((to, binding) -> to.onlyIf(binding.tensor(tensor), index, comparison, target));
    }

    @Override
    public TaskBuilder priority(long value) {
        return call((to, binding) -> to.priority(value));
    }

    @Override
    public TaskBuilder timed(int slot) {
        return call((to, binding) -> to.timed(slot));
    }

    @Override
    public TaskBuilder dump() {
        return call((to, binding) -> to.dump());
    }

    @Override
    public TaskBuilder dump(int tensorIndex) {
        return call((to, binding) -> to.dump(tensorIndex));
    }

    @Override
    public TaskBuilder dumpScalar(int scalarIndex) {
        return call((to, binding) -> to.dumpScalar(scalarIndex));
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
            TaskBuilder task = start.apply(graph);
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
        return call(new TensorCall(tag, tensor, recorder.wholeBuffer(tensor)));
    }

    private int node(long taskId, int flags) {
        int node = recorder.node(taskId);
        if (node >= 0) {
            arguments.dependOn(GraphRecorder.innerId(node), flags);
        }
        return node;
    }

    private TaskBuilder call(TaskCall call) {
        calls.add(call);
        return this;
    }

    private TaskBuilder mistake(String what) {
        recorder.mistake(what);
        return this;
    }

    /**
     * A tensor that the task is given: most calls are of this kind, and one class is fast.
     *
     * @param whole the buffer of which it is all, as it was given or made; -1 for another view
     */
    private record TensorCall(ArgumentTag tag, Tensor tensor, int whole) implements TaskCall {
        @Override
        public void replay(TaskBuilder task, Binding binding) {
            Tensor actual = whole >= 0 ? binding.whole(whole) : binding.tensor(tensor);
            switch (tag) {
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
