package io.tidemark.capture.deps;

import io.tidemark.capture.column.IntColumn;
import io.tidemark.capture.column.LongIndex;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;

/**
 * Collects tasks and edges in any order and builds a {@link DependencyGraph}. One thread, used
 * once. An edge before the tasks costs one renumbering at the end.
 */
public final class DependencyGraphBuilder {
    private LongIndex nodes;
    private final TaskColumns tasks = new TaskColumns();
    private final IntColumn nodeOfTask = new IntColumn(); // filled once one has another number
    private final DependencyEdges edges = new DependencyEdges();
    private final BitSet isTask = new BitSet();
    private boolean tasksFirst = true;
    private GraphRemark remark = GraphRemark.NONE;

    public DependencyGraphBuilder() {
        this(new LongIndex());
    }

    /**
     * Takes ids that have numbers already; the builder continues their numbering. Adding their
     * tasks in that order needs no renumbering.
     */
    public DependencyGraphBuilder(LongIndex nodes) {
        this.nodes = nodes;
    }

    /** Adds a task; false, and nothing happens, when a task of that id was added before. */
    public boolean addTask(long taskId, boolean manualScope, boolean earlyDispatch, int blockCount) {
        int known = nodes.size();
        int node = nodes.add(taskId);
        if (node < known && isTask.get(node)) {
            return false;
        }
        isTask.set(node);
        if (tasksFirst && node != tasks.size()) {
            tasksFirst = false;
            for (int task = 0; task < tasks.size(); task++) {
                nodeOfTask.add(task);
            }
        }
        if (!tasksFirst) {
            nodeOfTask.add(node);
        }
        tasks.add(manualScope, earlyDispatch, blockCount);
        return true;
    }

    /** Names the kernels of the task added last. */
    public void kernelsOfLastTask(int aic, int aiv0, int aiv1) {
        tasks.kernelsOfLast(aic, aiv0, aiv1);
    }

    /** The task added last runs only if a tensor says so. */
    public void predicateOfLastTask() {
        tasks.predicateOfLast();
    }

    /** Adds an allocation that no edge names. */
    public void addAllocation(long taskId) {
        nodes.add(taskId);
    }

    public void remark(GraphRemark said) {
        remark = said;
    }

    /**
     * Adds an edge; ids not yet known become allocation nodes unless a task of that id comes later.
     */
    public void addEdge(long predecessor, long successor, int argument, EdgeSource source) {
        edges.add(nodes.add(predecessor), nodes.add(successor), argument, source);
    }

    /**
     * The number of a node. If no task of that id is added later, the node is an allocation node.
     */
    public int node(long id) {
        return nodes.add(id);
    }

    /** Adds an edge between two nodes of which nothing else is known. */
    public void addEdge(int predecessor, int successor) {
        edges.add(predecessor, successor);
    }

    public DependencyEdges edges() {
        return edges;
    }

    public int taskCount() {
        return tasks.size();
    }

    public DependencyGraph build() {
        return build(Optional.empty());
    }

    public DependencyGraph build(Optional<DependencyDetail> detail) {
        if (!tasksFirst) {
            renumber();
        }
        return new DependencyGraph(nodes, tasks, edges, detail, remark);
    }

    private void renumber() {
        LongIndex ordered = new LongIndex();
        int[] newNumberOf = new int[nodes.size()];
        Arrays.fill(newNumberOf, LongIndex.ABSENT);
        for (int task = 0; task < nodeOfTask.size(); task++) {
            int old = nodeOfTask.get(task);
            newNumberOf[old] = ordered.add(nodes.key(old));
        }
        for (int old = 0; old < newNumberOf.length; old++) {
            if (newNumberOf[old] == LongIndex.ABSENT) {
                newNumberOf[old] = ordered.add(nodes.key(old));
            }
        }
        edges.renumber(newNumberOf);
        nodes = ordered;
    }
}
