package io.tidemark.capture.model;

import io.tidemark.abi.TaskId;
import io.tidemark.capture.column.LongIndex;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.swimlane.SchedulerPhases;
import io.tidemark.capture.swimlane.SubmitPhases;
import io.tidemark.capture.swimlane.SwimlaneTable;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntToLongFunction;

/**
 * Every task a capture speaks of, numbered 0, 1, 2, ...: first the nodes of the graph with their
 * own numbers, then tasks known only from runs, phases or submits. Knows the runs of a task and
 * their times together. Immutable; any thread may read.
 */
public final class Tasks {
    /** A task, or the run of a task, that does not exist. */
    public static final int NONE = -1;

    private final Optional<DependencyGraph> graph;
    private final int nodes;
    private final LongIndex others = new LongIndex();
    private final int[] taskOfRun;
    private final int[] firstRun;
    private final int[] runCount;

    private Tasks(
            int runs, IntToLongFunction taskIdOfRun, Optional<DependencyGraph> graph, Optional<SwimlaneTable> table) {
        this.graph = graph;
        this.nodes = graph.map(DependencyGraph::nodeCount).orElse(0);
        taskOfRun = new int[runs];
        for (int run = 0; run < runs; run++) {
            long id = taskIdOfRun.applyAsLong(run);
            boolean isNext = run > 0 && id == taskIdOfRun.applyAsLong(run - 1);
            taskOfRun[run] = isNext ? taskOfRun[run - 1] : add(id);
        }
        table.ifPresent(this::addNamedByPhases);
        firstRun = new int[size()];
        runCount = new int[size()];
        Arrays.fill(firstRun, NONE);
        for (int run = runs - 1; run >= 0; run--) {
            firstRun[taskOfRun[run]] = run;
            runCount[taskOfRun[run]]++;
        }
    }

    /**
     * Numbers the tasks of runs that are sorted by task id, and those that phases and submits name.
     */
    public static Tasks of(
            int runs, IntToLongFunction taskIdOfRun, Optional<DependencyGraph> graph, Optional<SwimlaneTable> table) {
        return new Tasks(runs, taskIdOfRun, graph, table);
    }

    private void addNamedByPhases(SwimlaneTable table) {
        SchedulerPhases phases = table.schedulerPhases();
        for (int row = 0; phases.nameTasks() && row < phases.size(); row++) {
            if (phases.hasTask(row)) {
                add(phases.taskId(row));
            }
        }
        addSubmitted(table.isHostOrchestrated() ? table.hostSubmits() : table.orchestratorSubmits());
    }

    private void addSubmitted(SubmitPhases submits) {
        for (int row = 0; row < submits.size(); row++) {
            if (submits.taskId(row) != TaskId.NONE) {
                add(submits.taskId(row));
            }
        }
    }

    private int add(long taskId) {
        int node = graph.isPresent() ? graph.get().nodeOf(taskId) : NONE;
        return node != DependencyGraph.NO_NODE ? node : nodes + others.add(taskId);
    }

    /** The number of a task, or {@link #NONE}. */
    public int find(long taskId) {
        int node = graph.isPresent() ? graph.get().nodeOf(taskId) : NONE;
        if (node != DependencyGraph.NO_NODE) {
            return node;
        }
        int other = others.find(taskId);
        return other == LongIndex.ABSENT ? NONE : nodes + other;
    }

    public int size() {
        return nodes + others.size();
    }

    public long taskId(int task) {
        return task < nodes ? graph.get().taskId(task) : others.key(task - nodes);
    }

    /** True for tasks the graph knows; their number is the node's. */
    public boolean isNode(int task) {
        return task < nodes;
    }

    /** True for tasks the graph knows as submitted, not only from an edge. */
    public boolean isSubmitted(int task) {
        return graph.isPresent() && task < graph.get().taskCount();
    }

    /** Blocks of a task the graph knows as submitted, else 0. */
    public int blockCount(int task) {
        return isSubmitted(task) ? graph.get().blockCount(task) : 0;
    }

    public int ofRun(int run) {
        return taskOfRun[run];
    }

    public boolean hasRuns(int task) {
        return runCount[task] > 0;
    }

    /** First run of a task, {@link #NONE} when no core ran it. */
    public int firstRun(int task) {
        return firstRun[task];
    }

    public int runCount(int task) {
        return runCount[task];
    }

    /** Tasks that have runs. */
    public int ranCount() {
        int count = 0;
        for (int runs : runCount) {
            count += runs > 0 ? 1 : 0;
        }
        return count;
    }
}
