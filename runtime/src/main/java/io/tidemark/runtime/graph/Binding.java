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
 * What the virtual tensors, tasks and scopes of a definition are in one replay. Filled during the replay. Orchestrator
 * thread only.
 */
public final class Binding {
    private final VirtualTensors recorded;
    private final GraphArguments arguments;
    private final Tensor[] actual;
    private final BodyReplay tasks;
    private final ReplaySite site;
    private final boolean knowsEdges;
    private final boolean submitsRuns;
    private final Deque<Scope> scopes = new ArrayDeque<>();
    private int tensorCount;

    /**
     * @param site takes what is known
     * @param knowsEdges false when every task is looked up
     * @param isProven whether every task has been submitted before without a mistake
     */
    Binding(
            VirtualTensors recorded,
            int tasks,
            GraphArguments arguments,
            ReplaySite site,
            boolean knowsEdges,
            boolean isProven) {
        this.site = site;
        this.knowsEdges = knowsEdges;
        this.submitsRuns = knowsEdges && isProven && site.takesRuns();
        this.tasks = new BodyReplay(tasks, arguments.tensorCount());
        this.recorded = recorded;
        this.arguments = arguments;
        this.actual = new Tensor[recorded.count()];
        for (int i = 0; i < arguments.tensorCount(); i++) {
            actual[tensorCount++] = arguments.tensor(i);
            if (knowsEdges && site.isQuiet(arguments.tensor(i))) {
                this.tasks.quiet(i);
            }
        }
    }

    /** The task that is being built has these edges inside the body. */
    void know(KnownEdges edges) {
        if (knowsEdges) {
            site.know(edges, tasks);
        }
    }

    /** Submits tasks together; false when they have to be submitted one by one, now at least. */
    boolean submit(TaskRun run) {
        return submitsRuns && site.submit(run, this);
    }

    /** Whether the run has failed: then what follows means nothing. */
    boolean hasFailed() {
        return site.hasFailed();
    }

    /** What the look-up has to know of this replay. */
    public BodyReplay replay() {
        return tasks;
    }

    /**
     * The tensors of this replay, by number of the buffer; what the body makes comes as it is made.
     * For tasks that share the list.
     */
    public Tensor[] tensors() {
        return actual;
    }

    /** The next output of the task that was submitted last. */
    public void made(Tensor output) {
        actual[tensorCount++] = output;
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

    /** The id of a task of the body that is submitted. */
    public long taskId(int node) {
        return tasks.taskId(node);
    }

    public long scalar(int index) {
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
