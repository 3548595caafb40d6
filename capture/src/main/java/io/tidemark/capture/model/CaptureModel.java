package io.tidemark.capture.model;

import io.tidemark.capture.ahead.Ahead;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.graph.Digraph;
import io.tidemark.capture.names.KernelNames;
import io.tidemark.capture.names.NameMap;
import io.tidemark.capture.swimlane.FunctionSource;
import io.tidemark.capture.swimlane.SwimlaneTable;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One capture, joined:
 *
 * <pre>
 *   swimlane rows ──▶ runs() ─┬─▶ tasks() ──▶ graph() ──▶ readiness()
 *   dependencies  ────────────┘      └──────▶ submits()
 *   name map      ──▶ names()
 * </pre>
 *
 * Every part is made when first asked for and then kept, so that analyses of one capture share it;
 * dependencies and names are asked for when the first part needs them. Any thread may ask.
 */
public final class CaptureModel {
    private final Optional<SwimlaneTable> swimlane;
    private final Supplier<Optional<DependencyGraph>> dependencies;
    private final Supplier<NameMap> nameMap;
    private final RunJoin join;
    private KernelNames names;
    private Timeline axis;
    private Moments moments;
    private KernelRuns runs;
    private Tasks tasks;
    private Digraph graph;
    private SubmitTimes submits;
    private Readiness readiness;

    private CaptureModel(
            Optional<SwimlaneTable> swimlane,
            Supplier<Optional<DependencyGraph>> dependencies,
            Supplier<NameMap> nameMap,
            RunJoin join) {
        this.swimlane = swimlane;
        this.dependencies = dependencies;
        this.nameMap = nameMap;
        this.join = join;
    }

    /**
     * The model of these parts of a capture.
     *
     * @param dependencies gives the same graph to every thread that asks
     * @param names the same for names
     * @param others is asked for kernels that neither table nor graph names
     */
    public static CaptureModel of(
            Optional<SwimlaneTable> swimlane,
            Supplier<Optional<DependencyGraph>> dependencies,
            Supplier<NameMap> names,
            FunctionSource others) {
        return new CaptureModel(swimlane, dependencies, names, RunJoin.everyCoreRecord(others));
    }

    /** The same of parts that are at hand. */
    public static CaptureModel of(
            Optional<SwimlaneTable> swimlane,
            Optional<DependencyGraph> dependencies,
            NameMap names,
            FunctionSource others) {
        return of(swimlane, () -> dependencies, () -> names, others);
    }

    /** The model of a swimlane table and perhaps a graph. */
    public static CaptureModel of(SwimlaneTable table, Optional<DependencyGraph> dependencies, NameMap names) {
        return of(Optional.of(table), dependencies, names, FunctionSource.NONE);
    }

    /** The same, where {@code join} says which runs count and what their times are. */
    public static CaptureModel of(
            SwimlaneTable table, Optional<DependencyGraph> dependencies, NameMap names, RunJoin join) {
        return new CaptureModel(Optional.of(table), () -> dependencies, () -> names, join);
    }

    /** Empty when the capture has no swimlane: then there are no runs either. */
    public Optional<SwimlaneTable> swimlane() {
        return swimlane;
    }

    /** The swimlane of a capture that has one. */
    public SwimlaneTable table() {
        return swimlane.orElseThrow();
    }

    /** Empty when the capture has no dependencies. */
    public Optional<DependencyGraph> dependencies() {
        return dependencies.get();
    }

    public synchronized KernelNames names() {
        if (names == null) {
            names = new KernelNames(nameMap.get());
        }
        return names;
    }

    /**
     * Makes what every report on the time of cores asks for: the runs and their order on each core
     * beside the graph, tasks and submits beside its links.
     */
    public void prepare() {
        Ahead<Digraph> links = Ahead.of("link-tasks", this::links);
        runs().timedByCore();
        if (swimlane.isPresent()) {
            submits();
        }
        links.get();
    }

    private Digraph links() {
        return dependencies().map(DependencyGraph::links).orElse(Digraph.EMPTY);
    }

    /** How ticks and host stamps of the swimlane become nanoseconds of the axis. */
    public synchronized Timeline axis() {
        if (axis == null) {
            axis = join.axis(table());
        }
        return axis;
    }

    /** What the times of runs, phases and submits are: nanoseconds of the axis. */
    public synchronized Moments moments() {
        if (moments == null) {
            moments = join.moments(axis());
        }
        return moments;
    }

    public synchronized KernelRuns runs() {
        if (runs == null) {
            runs = swimlane.isEmpty()
                    ? KernelRuns.none()
                    : KernelRuns.of(
                            join.runs(table(), moments(), dependencies),
                            table().metadata().coreTypes());
        }
        return runs;
    }

    public synchronized Tasks tasks() {
        if (tasks == null) {
            tasks = Tasks.of(runs().size(), runs()::taskId, dependencies(), swimlane);
        }
        return tasks;
    }

    /**
     * The distinct dependencies between {@link #tasks}; without edges when the capture has no
     * dependencies.
     */
    public synchronized Digraph graph() {
        if (graph == null) {
            graph = links().withNodes(tasks().size());
        }
        return graph;
    }

    public synchronized SubmitTimes submits() {
        if (submits == null) {
            submits = new SubmitTimes(table(), axis(), tasks());
        }
        return submits;
    }

    public synchronized Readiness readiness() {
        if (readiness == null) {
            readiness = new Readiness(runs(), tasks(), graph());
        }
        return readiness;
    }

    /**
     * The kernel by which a task is called: the first one the graph names, else that of its run
     * that started first; -1 when neither is known.
     */
    public int kernelOf(int task) {
        int inGraph = dependencies().map(known -> known.firstKernel(task)).orElse(-1);
        return inGraph >= 0 ? inGraph : kernelOfFirstStart(task);
    }

    private int kernelOfFirstStart(int task) {
        int first = tasks().firstRun(task);
        int chosen = Tasks.NONE;
        for (int run = first; run < first + tasks().runCount(task); run++) {
            boolean isEarlier = chosen == Tasks.NONE || runs().start(run) < runs().start(chosen);
            chosen = runs().isTimed(run) && isEarlier ? run : chosen;
        }
        return chosen == Tasks.NONE ? -1 : runs().kernel(chosen);
    }

    /**
     * True when a task runs the same kernel on several cores: by the graph where it knows the task,
     * else by having several runs on cores of one type.
     */
    public boolean isSpmd(int task) {
        if (tasks().isSubmitted(task)) {
            return tasks().blockCount(task) > 1;
        }
        int first = tasks().firstRun(task);
        int count = tasks().runCount(task);
        for (int run = first + 1; run < first + count; run++) {
            if (runs().coreType(run) != runs().coreType(first)) {
                return false;
            }
        }
        return count > 1;
    }
}
