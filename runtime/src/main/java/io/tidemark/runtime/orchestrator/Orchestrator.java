package io.tidemark.runtime.orchestrator;

import io.tidemark.abi.CoreType;
import io.tidemark.abi.ErrorCode;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.GraphArguments;
import io.tidemark.runtime.GraphBody;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.MixedKernels;
import io.tidemark.runtime.Orchestration;
import io.tidemark.runtime.RuntimeKind;
import io.tidemark.runtime.Scope;
import io.tidemark.runtime.ScopeSite;
import io.tidemark.runtime.Submission;
import io.tidemark.runtime.TaskBuilder;
import io.tidemark.runtime.TaskGraph;
import io.tidemark.runtime.fault.GraphFaults;
import io.tidemark.runtime.fault.Thrown;
import io.tidemark.runtime.graph.GraphLibrary;
import io.tidemark.runtime.ring.ScopeStack;
import io.tidemark.runtime.stall.OrchestratorWait;
import io.tidemark.runtime.stall.RingUse;
import io.tidemark.runtime.team.RunFailure;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
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
            ALLOC_TASKS = MethodHandles.lookup().findVarHandle(Orchestrator.class, "allocTasks", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final OrchestratorSite site;
    private final SubmitPolicy policy;
    private final ScopeStack scopes;
    private final TaskSubmitter submitter;
    private final SubmitBuilder builder;
    private final CallingThread caller;
    private final ElementAccess elements;
    private final GraphLibrary graphs;
    private final RingSurvey survey;
    private final OpenScopes opened;
    private final Map<String, Tensor> argumentsByName;
    private final Tensor[] arguments;
    private long allocTasks;
    private long startTick;

    public Orchestrator(OrchestratorSite site, SubmitPolicy policy, Map<String, Tensor> hostTensors) {
        this.site = site;
        this.policy = policy;
        this.scopes = new ScopeStack(
                policy.rings(),
                site.table().ring(0).window(),
                site.table().ring(1).window(),
                site.table().ring(2).window(),
                site.table().ring(3).window());
        this.opened = new OpenScopes(site, scopes);
        this.caller = new CallingThread(site.pacer());
        this.submitter = new TaskSubmitter(site, policy, scopes);
        this.builder = new SubmitBuilder(submitter, caller);
        this.elements = new ElementAccess(site, policy, submitter.inference());
        BodySubmitter bodies = new BodySubmitter(site, policy, scopes, submitter);
        this.graphs =
                new GraphLibrary(this, site.probe(), new KnownReplays(submitter, bodies, builder, site.latches()));
        this.survey = new RingSurvey(site, policy.resources(), scopes);
        this.argumentsByName = new LinkedHashMap<>(hostTensors);
        this.arguments = hostTensors.values().toArray(Tensor[]::new);
        if (site.probe() != null) {
            site.probe().attach(new OrchestratorView(site, policy.resources(), scopes));
        }
    }

    /** The whole orchestration, on the calling thread. */
    public void run(Orchestration orchestration) {
        startTick = site.clock().ticks();
        caller.begin();
        site.latches().orchestrationStarted();
        try {
            opened.open(false);
            orchestration.run(this);
        } catch (Throwable cause) { // user code: whatever it throws is the run's failure, not ours
            site.latches()
                    .failOrchestrator(RunFailure.of(
                            ErrorCode.EXPLICIT_ORCH_FATAL, "the orchestration threw " + Thrown.text(cause), cause));
        } finally {
            caller.end();
            if (site.latches().hasFailed()) {
                survey.keep();
            }
            opened.closeAll();
            if (!site.latches().hasFailed()) {
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

    /** The wait that the orchestrator was in when the run ended. */
    public OrchestratorWait waitAtEnd() {
        return policy.resources().orchestratorWait();
    }

    /** Scopes inside the root scope that were open then. */
    public int openScopes() {
        return survey.openScopes();
    }

    /** Where these were opened, outermost first; empty when it was not recorded. After the run. */
    public List<String> openScopeSites() {
        return site.probe() == null ? List.of() : site.probe().scopeSites(openScopes());
    }

    /** The thread on which the orchestration runs now, or null. Any thread. */
    public Thread threadOpaque() {
        return caller.threadOpaque();
    }

    /** As {@link io.tidemark.runtime.RunResult#arguments} counts them; after the run. */
    public long arguments() {
        return submitter.arguments();
    }

    /** Tasks completed by the orchestrator itself. Any thread. */
    public long allocTasksAcquire() {
        return (long) ALLOC_TASKS.getAcquire(this);
    }

    @Override
    public TaskBuilder task(Kernel kernel) {
        refuseWhileRecording();
        SubmitBuilder next = builder.start(kernel, null);
        return kernel == null ? next.mistake("its kernel is null") : next;
    }

    @Override
    public TaskBuilder task(MixedKernels kernels) {
        refuseWhileRecording();
        SubmitBuilder next = builder.start(null, kernels);
        return kernels == null ? next.mistake("its list of kernels is null") : next;
    }

    @Override
    public TaskBuilder dummy() {
        refuseWhileRecording();
        return builder.start(null, null);
    }

    @Override
    public Submission submitGraph(String key, GraphBody body, Tensor... graphArguments) {
        return submitGraph(key, body, GraphArguments.of(graphArguments));
    }

    @Override
    public Submission submitGraph(String key, GraphBody body, GraphArguments graphArguments) {
        caller.require();
        refuseWhileRecording();
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
        caller.require();
        refuseWhileRecording();
        Tensor[] tensors = submitter.alloc(specs);
        ALLOC_TASKS.setRelease(this, submitter.allocTasks());
        return tensors;
    }

    @Override
    public Tensor argument(int index) {
        if (index < 0 || index >= arguments.length) {
            throw new IllegalArgumentException("index=" + index + " of " + arguments.length + " host tensors");
        }
        return arguments[index];
    }

    @Override
    public Tensor argument(String name) {
        Tensor tensor = argumentsByName.get(name);
        if (tensor == null) {
            throw new IllegalArgumentException("name=" + name + " is none of " + argumentsByName.keySet());
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
        int number = code <= 0 ? ErrorCode.EXPLICIT_ORCH_FATAL.number() : code;
        String sentence = message == null ? "the graph gave no message" : message;
        site.latches().failOrchestrator(new RunFailure(number, sentence, null, null));
    }

    @Override
    public boolean hasFailed() {
        if (site.probe() != null) {
            site.probe().failureAsked();
        }
        site.pacer().companionLooks();
        return site.latches().hasFailed();
    }

    @Override
    public void spend(Duration time) {
        caller.require();
        if (site.probe() != null) {
            site.probe().timeSpent(time.toNanos());
        }
        if (!site.pacer().companionSpends(time.toNanos())) {
            TaskGraph.super.spend(time);
        }
    }

    @Override
    public RuntimeKind runtime() {
        return site.config().runtime();
    }

    @Override
    public int clusterCount() {
        chipAsked();
        return site.shape().clusters();
    }

    @Override
    public int aivCount() {
        chipAsked();
        return site.shape().count(CoreType.AIV);
    }

    private void chipAsked() {
        if (site.probe() != null) {
            site.probe().chipAsked();
        }
    }

    @Override
    public void holdNext() {
        submitter.fanin().holdNext();
    }

    @Override
    public void closeCircle(long heldTaskId, long producerTaskId) {
        if (!site.latches().hasFailed()) {
            submitter.fanin().closeCircle(heldTaskId, producerTaskId);
        }
    }

    /** What a body submits to the graph around it would be missing from every replay. */
    private void refuseWhileRecording() {
        if (graphs.recording() != null) {
            fail(
                    ErrorCode.INVALID_ARGS.number(),
                    "the body of graph "
                            + graphs.recording()
                            + " submits to the graph around it, and not to the one it is given");
        }
    }

    private boolean mayTouch(Tensor tensor, long index, boolean toWrite) {
        caller.require();
        site.pacer().yieldPoint();
        if (site.latches().hasFailed()) {
            site.pacer().companionCallsAfterFailure();
            return false;
        }
        return elements.await(tensor, index, toWrite);
    }

    private Scope open(boolean manual) {
        caller.require();
        refuseWhileRecording();
        return opened.open(manual);
    }
}
