package io.tidemark.runtime;

import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import java.time.Duration;

/**
 * What an orchestration submits to. Every call belongs on the orchestrator's thread and before the
 * orchestration returns; any other is an {@link IllegalStateException}. After an error is latched,
 * here or in a scheduler, every call returns without effect, so that the orchestration can run to
 * its end.
 */
public interface TaskGraph {
    /** Starts the next task. */
    TaskBuilder task(Kernel kernel);

    /** Starts a task whose kernels run side by side on one cluster. */
    TaskBuilder task(MixedKernels kernels);

    /** Starts a task without a kernel: it only orders others. */
    TaskBuilder dummy();

    /** As {@link #submitGraph(String, GraphBody, GraphArguments)} without scalars. */
    Submission submitGraph(String key, GraphBody body, Tensor... arguments);

    /**
     * Submits a graph. Its body is run once, at the first use of its key, and its submits are recorded. From then on
     * the recorded tasks are submitted again with the given tensors and scalars. Dependencies between its tasks are
     * recorded with it; those on tasks outside are inferred at every submit. Whatever the body decides by itself is
     * frozen: a branch must be part of the key. It submits only to the graph that it is given, submits no graph itself,
     * and keeps no ids or tensors from outside, except host tensors. At most 16 graphs a run, with 1024 tasks and 64
     * scalars each.
     *
     * @return a task without kernel that is complete when the whole graph is
     */
    Submission submitGraph(String key, GraphBody body, GraphArguments arguments);

    /**
     * Opens a scope in which dependencies are inferred from the arguments. What is open when the
     * orchestration returns is closed then.
     */
    Scope scope();

    /**
     * Opens a scope in which only {@link TaskBuilder#after} orders tasks; no inferring scope may be
     * opened inside.
     */
    Scope manualScope();

    /**
     * As {@link #scope()}, for a caller that knows its place, such as the replay of a submitted
     * graph. A graph that wraps another need not override it.
     */
    default Scope scope(ScopeSite site) {
        return scope();
    }

    /** As {@link #manualScope()}, for a caller that knows its place. */
    default Scope manualScope(ScopeSite site) {
        return manualScope();
    }

    /** Allocates tensors that live until the current scope closes. */
    Tensor[] alloc(TensorSpec... specs);

    /** The device side of the i-th host tensor of the run. */
    Tensor argument(int index);

    /** The device side of a host tensor, by its name. */
    Tensor argument(String name);

    int argumentCount();

    /**
     * Reads one element after the tasks that write it are done; {@code index} is row-major. In
     * virtual time, reading an element again without a submit in between takes time, so that one
     * may wait for a value.
     */
    double read(Tensor tensor, long index);

    /** As {@link #read}, for integers. */
    long readLong(Tensor tensor, long index);

    /**
     * Writes one element after the tasks that write it, and the consumers of its makers, are done.
     */
    void write(Tensor tensor, long index, double value);

    /** As {@link #write}, for integers. */
    void writeLong(Tensor tensor, long index, long value);

    /**
     * Ends the run with a code and a sentence of the caller's; a code that is not above 0 means
     * {@code EXPLICIT_ORCH_FATAL}.
     */
    void fail(int code, String message);

    /** True once the run has failed and further calls do nothing. */
    boolean hasFailed();

    /**
     * The orchestration is busy for so long: the thread spins in real time, and in virtual time
     * nothing but the time passes. It ends early when the run has failed. In the body of a graph
     * that is recorded it passes once, and not at replays.
     */
    default void spend(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end && !hasFailed()) {
            Thread.onSpinWait();
        }
    }

    /**
     * Who runs this graph. With {@link RuntimeKind#HBG} no task runs before the orchestration ends,
     * so what tasks write cannot be read.
     */
    default RuntimeKind runtime() {
        return RuntimeKind.TMR;
    }

    /** Clusters of this run, each with one matrix core. */
    int clusterCount();

    /** Vector cores of this run. */
    int aivCount();
}
