package io.tidemark.runtime.graph;

import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.GraphArguments;
import io.tidemark.runtime.Scope;
import io.tidemark.runtime.Submission;
import io.tidemark.runtime.tensormap.BodyReplay;
import io.tidemark.runtime.tensormap.KnownEdges;
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
    private final BodyReplay tasks;
    private final ReplaySite site; // null when every task is looked up
    private final Deque<Scope> scopes = new ArrayDeque<>();
    private int tensorCount;

    /**
     * @param site takes the recorded edges; null when every task is looked up
     */
    Binding(VirtualTensors recorded, int tasks, GraphArguments arguments, ReplaySite site) {
        this.site = site;
        this.tasks = new BodyReplay(tasks, arguments.tensorCount());
        this.recorded = recorded;
        this.arguments = arguments;
        this.actual = new Tensor[recorded.count()];
        for (int i = 0; i < arguments.tensorCount(); i++) {
            actual[tensorCount++] = arguments.tensor(i);
            if (site != null && site.isQuiet(arguments.tensor(i))) {
                this.tasks.quiet(i);
            }
        }
    }

    /** The task that is being built has these edges inside the body. */
    void know(KnownEdges edges) {
        if (site != null) {
            site.know(edges, tasks);
        }
    }

    void submitted(Submission submission) {
        tasks.submitted(submission.id());
        for (int i = 0; i < submission.outputCount(); i++) {
            actual[tensorCount++] = submission.output(i);
        }
    }

    void allocated(Tensor[] tensors) {
        tasks.submitted(tensors[0].ownerTaskId());
        for (Tensor tensor : tensors) {
            actual[tensorCount++] = tensor;
        }
    }

    long taskId(int node) {
        return tasks.taskId(node);
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

    /** The tensor that stands where all of a recorded buffer stood; their forms are the same. */
    Tensor whole(int buffer) {
        return actual[buffer];
    }

    /** The same view of the buffer that stands where the recorded one stood. */
    Tensor tensor(Tensor view) {
        if (!VirtualTensors.isVirtual(view)) {
            return view;
        }
        int number = VirtualTensors.number(view);
        Tensor was = recorded.recorded(number);
        Tensor is = actual[number];
        int version = view.version() == was.version() ? is.version() : view.version();
        return view.movedTo(is, is.startOffset() + view.startOffset() - was.startOffset(), version);
    }
}
