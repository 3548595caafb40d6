package io.tidemark.runtime.graph;

import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.GraphArguments;
import io.tidemark.runtime.Scope;
import io.tidemark.runtime.Submission;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What the virtual tensors, tasks and scopes of a definition are in one replay. Filled as the
 * replay goes on. Orchestrator thread only.
 */
final class Binding {
    private final VirtualTensors recorded;
    private final GraphArguments arguments;
    private final Tensor[] actual;
    private final long[] taskIds;
    private final Deque<Scope> scopes = new ArrayDeque<>();
    private int tensorCount;
    private int taskCount;

    Binding(VirtualTensors recorded, int tasks, GraphArguments arguments) {
        this.recorded = recorded;
        this.arguments = arguments;
        this.actual = new Tensor[recorded.count()];
        this.taskIds = new long[tasks];
        for (int i = 0; i < arguments.tensorCount(); i++) {
            actual[tensorCount++] = arguments.tensor(i);
        }
    }

    void submitted(Submission submission) {
        taskIds[taskCount++] = submission.id();
        for (int i = 0; i < submission.outputCount(); i++) {
            actual[tensorCount++] = submission.output(i);
        }
    }

    void allocated(Tensor[] tensors) {
        taskIds[taskCount++] = tensors[0].ownerTaskId();
        for (Tensor tensor : tensors) {
            actual[tensorCount++] = tensor;
        }
    }

    long taskId(int node) {
        return taskIds[node];
    }

    long scalar(int index) {
        return arguments.scalar(index);
    }

    void opened(Scope scope) {
        scopes.push(scope);
    }

    Scope innermost() {
        return scopes.pop();
    }

    /** The same view of the buffer that stands where the recorded one stood. */
    Tensor tensor(Tensor view) {
        if (!VirtualTensors.isVirtual(view)) {
            return view;
        }
        int number = VirtualTensors.number(view);
        Tensor was = recorded.recorded(number);
        Tensor is = actual[number];
        Tensor bound =
                Tensor.ofStrided(
                        is.baseAddress(),
                        is.bufferElements(),
                        view.dtype(),
                        view.shape(),
                        view.strides(),
                        is.startOffset() + view.startOffset() - was.startOffset());
        int version = view.version() == was.version() ? is.version() : view.version();
        bound = version == 0 ? bound : bound.withVersion(version);
        bound = is.ownerTaskId() == Tensor.NO_OWNER ? bound : bound.ownedBy(is.ownerTaskId());
        boolean manual = view.isManualDependency() || is.isManualDependency();
        return manual ? bound.withManualDependency() : bound;
    }
}
