package io.tidemark.runtime.orchestrator;

import io.tidemark.abi.ErrorCode;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.GraphArguments;
import io.tidemark.runtime.GraphBody;
import io.tidemark.runtime.GraphFaults;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.MixedKernels;
import io.tidemark.runtime.Orchestration;
import io.tidemark.runtime.RuntimeKind;
import io.tidemark.runtime.Scope;
import io.tidemark.runtime.ScopeSite;
import io.tidemark.runtime.Submission;
import io.tidemark.runtime.TaskBuilder;
import io.tidemark.runtime.TaskGraph;
import io.tidemark.runtime.graph.GraphLibrary;
import io.tidemark.runtime.ring.ScopeStack;
import io.tidemark.runtime.scheduler.RunFailure;
import io.tidemark.runtime.stall.OrchestratorWait;
import io.tidemark.runtime.stall.RingUse;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs the user's orchestration inside a root scope and is the graph it submits to. One thread;
 * what others read of it is one counter.
 */
public final class Orchestrator implements TaskGraph, GraphFaults {
    private static final VarHandle ALLOC_TASKS;

    static {
        try {
            ALLOC_TASKS =
                    MethodHandles.lookup()
                            .findVarHandle(Orchestrator.class, "allocTasks", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final OrchestratorSite site;
    private final SubmitPolicy policy;
    private final ScopeStack scopes;
    private final TaskSubmitter submitter;
    private final SubmitBuilder builder;
    private final ElementAccess elements;
    private final GraphLibrary graphs;
    private final RingSurvey survey;
    private final OpenScope[] handles = new OpenScope[ScopeStack.MAX_DEPTH];
    private final Map<String, Tensor> argumentsByName;
    private final Tensor[] arguments;
    private long allocTasks;
    private long startTick;

    public Orchestrator(
            OrchestratorSite site, SubmitPolicy policy, Map<String, Tensor> hostTensors) {
        this.site = site;
        this.policy = policy;
        this.scopes =
                new ScopeStack(
                        policy.rings(),
                        site.table().ring(0).window(),
                        site.table().ring(1).window(),
                        site.table().ring(2).window(),
                        site.table().ring(3).window());
        this.submitter = new TaskSubmitter(site, policy, scopes);
        this.builder = new SubmitBuilder(submitter);
        this.elements = new ElementAccess(site, policy, submitter.inference());
        this.graphs = new GraphLibrary(this, site.probe());
        this.survey = new RingSurvey(site, policy.resources(), scopes);
        this.argumentsByName = new LinkedHashMap<>(hostTensors);
        this.arguments = hostTensors.values().toArray(Tensor[]::new);
        if (site.probe() != null) {
            site.probe().attach(new OrchestratorView(site, policy.resources(), scopes));
        }
        for (int depth = 0; depth < handles.length; depth++) {
            handles[depth] = new OpenScope(depth);
        }
    }

    /** The whole orchestration, on the calling thread. */
    public void run(Orchestration orchestration) {
        startTick = site.clock().ticks();
        site.latches().orchestrationStarted();
        try {
            open(false);
            orchestration.run(this);
        } catch (Throwable cause) { // user code: whatever it throws is the run's failure, not ours
            site.latches()
                    .failOrchestrator(
                            RunFailure.of(
                                    ErrorCode.EXPLICIT_ORCH_FATAL,
                                    "the orchestration threw " + cause,
                                    cause));
        } finally {
            if (hasFailed()) {
                survey.keep();
            }
            while (scopes.openScopes() > 0) {
                closeInnermost();
            }
            if (!hasFailed()) {
                policy.atEnd().run();
            }
            site.latches().orchestrationDone();
            site.pacer().wakeLanes();
            if (site.probe() != null) {
                site.probe().flush(); // last: the schedulers need not wait for it
            }
        }
    }

    /** Device clock when the orchestration began; after the run. */
    public long startTick() {
        return startTick;
    }

    /** How full the rings were when the orchestration failed, before its scopes closed. */
    public List<RingUse> ringUse() {
        return survey.rings();
    }

    /** What it waited for when the run ended. */
    public OrchestratorWait waitAtEnd() {
        return policy.resources().orchestratorWait();
    }

    /** Scopes inside the root scope that were open then. */
    public int openScopes() {
        return survey.openScopes();
    }

    /** Tasks completed by the orchestrator itself. Any thread. */
    public long allocTasksAcquire() {
        return (long) ALLOC_TASKS.getAcquire(this);
    }

    @Override
    public TaskBuilder task(Kernel kernel) {
        SubmitBuilder next = builder.start(kernel, null);
        return kernel == null ? next.mistake("kernel=null") : next;
    }

    @Override
    public TaskBuilder task(MixedKernels kernels) {
        SubmitBuilder next = builder.start(null, kernels);
        return kernels == null ? next.mistake("kernels=null") : next;
    }

    @Override
    public TaskBuilder dummy() {
        return builder.start(null, null);
    }

    @Override
    public Submission submitGraph(String key, GraphBody body, Tensor... graphArguments) {
        return submitGraph(key, body, GraphArguments.of(graphArguments));
    }

    @Override
    public Submission submitGraph(String key, GraphBody body, GraphArguments graphArguments) {
        return graphs.submit(key, body, graphArguments, scopes.isManual());
    }

    @Override
    public Scope scope() {
        if (site.probe() != null) {
            site.probe().scopeCalled();
        }
        return open(false);
    }

    @Override
    public Scope manualScope() {
        if (site.probe() != null) {
            site.probe().scopeCalled();
        }
        return open(true);
    }

    @Override
    public Scope scope(ScopeSite from) {
        if (site.probe() != null) {
            site.probe().scopeCalled(from);
        }
        return open(false);
    }

    @Override
    public Scope manualScope(ScopeSite from) {
        if (site.probe() != null) {
            site.probe().scopeCalled(from);
        }
        return open(true);
    }

    @Override
    public Tensor[] alloc(TensorSpec... specs) {
        Tensor[] tensors = submitter.alloc(specs);
        ALLOC_TASKS.setRelease(this, submitter.allocTasks());
        return tensors;
    }

    @Override
    public Tensor argument(int index) {
        if (index < 0 || index >= arguments.length) {
            throw new IllegalArgumentException(
                    "index=" + index + " of " + arguments.length + " host tensors");
        }
        return arguments[index];
    }

    @Override
    public Tensor argument(String name) {
        Tensor tensor = argumentsByName.get(name);
        if (tensor == null) {
            throw new IllegalArgumentException(
                    "name=" + name + " is none of " + argumentsByName.keySet());
        }
        return tensor;
    }

    @Override
    public int argumentCount() {
        return arguments.length;
    }

    @Override
    public double read(Tensor tensor, long index) {
        return mayTouch(tensor, index, false) ? site.memory().getDouble(tensor, index) : 0;
    }

    @Override
    public long readLong(Tensor tensor, long index) {
        return mayTouch(tensor, index, false) ? site.memory().getLong(tensor, index) : 0;
    }

    @Override
    public void write(Tensor tensor, long index, double value) {
        if (mayTouch(tensor, index, true)) {
            site.memory().setDouble(tensor, index, value);
        }
    }

    @Override
    public void writeLong(Tensor tensor, long index, long value) {
        if (mayTouch(tensor, index, true)) {
            site.memory().setLong(tensor, index, value);
        }
    }

    @Override
    public void fail(int code, String message) {
        int number = code == 0 ? ErrorCode.EXPLICIT_ORCH_FATAL.number() : code;
        site.latches().failOrchestrator(new RunFailure(number, message, null, null));
    }

    @Override
    public boolean hasFailed() {
        return site.latches().hasFailed();
    }

    @Override
    public RuntimeKind runtime() {
        return site.config().runtime();
    }

    @Override
    public int clusterCount() {
        return site.topology().clusters();
    }

    @Override
    public int aivCount() {
        return site.topology().aivCount();
    }

    @Override
    public void holdNext() {
        submitter.fanin().holdNext();
    }

    @Override
    public void closeCircle(long heldTaskId, long producerTaskId) {
        if (!hasFailed()) {
            submitter.fanin().closeCircle(heldTaskId, producerTaskId);
        }
    }

    private boolean mayTouch(Tensor tensor, long index, boolean toWrite) {
        site.pacer().yieldPoint();
        return !hasFailed() && elements.await(tensor, index, toWrite);
    }

    private Scope open(boolean manual) {
        if (hasFailed()) {
            return Closed.SCOPE;
        }
        int answer = scopes.open(manual);
        if (answer == ScopeStack.OK) {
            if (site.probe() != null) {
                site.probe().scopeBegin(scopes.depth(), manual);
            }
            return handles[scopes.depth()].open();
        }
        String what =
                answer == ScopeStack.INVALID
                        ? "a scope that infers dependencies was opened inside a manual one"
                        : "a scope was opened inside " + scopes.openScopes() + " others";
        fail(answer, what);
        return Closed.SCOPE;
    }

    private void closeInnermost() {
        int depth = scopes.depth();
        int ring = scopes.ring();
        if (site.probe() != null) {
            site.probe().scopeEnd(depth);
        }
        scopes.close();
        handles[depth].closed();
        if (site.table().ring(ring).scopeClosed(depth)) {
            site.table().requestAdvance(ring);
        }
        site.pacer().yieldPoint();
    }

    /** A scope that never was: after a failure nothing opens. */
    private enum Closed implements Scope {
        SCOPE;

        @Override
        public void close() {}
    }

    /** The handle of whatever scope is open at one depth. */
    private final class OpenScope implements Scope {
        private final int depth;
        private boolean open;

        OpenScope(int depth) {
            this.depth = depth;
        }

        OpenScope open() {
            open = true;
            return this;
        }

        void closed() {
            open = false;
        }

        @Override
        public void close() {
            if (!open || hasFailed()) {
                return;
            }
            if (scopes.depth() != depth) {
                fail(
                        ErrorCode.INVALID_ARGS.number(),
                        "the scope at depth "
                                + depth
                                + " was closed while one at depth "
                                + scopes.depth()
                                + " is open");
                return;
            }
            closeInnermost();
        }
    }
}
