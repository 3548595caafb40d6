package io.tidemark.capture.deps;

import io.tidemark.abi.CoreType;
import io.tidemark.capture.column.LongIndex;
import io.tidemark.capture.graph.Digraph;
import java.util.Optional;

/**
 * The tasks of a run and who waits for whom. Nodes 0 to {@link #taskCount} - 1 are the submitted
 * tasks in submit order; the nodes after them are known from edges only, in first-seen order. Built
 * by a {@link DependencyGraphBuilder}, immutable afterwards; any thread may read. Cycles are
 * possible in damaged files: the graph stores them, analyses must look.
 */
public final class DependencyGraph {
    /** What {@link #nodeOf} answers for an id the graph does not know. */
    public static final int NO_NODE = LongIndex.ABSENT;

    /** A kernel slot that is not active, or not recorded. */
    public static final int NO_KERNEL = -1;

    private final LongIndex nodes;
    private final TaskColumns tasks;
    private final DependencyEdges edges;
    private final Optional<DependencyDetail> detail;
    private final GraphRemark remark;
    private Digraph links;

    DependencyGraph(
            LongIndex nodes,
            TaskColumns tasks,
            DependencyEdges edges,
            Optional<DependencyDetail> detail,
            GraphRemark remark) {
        this.nodes = nodes;
        this.tasks = tasks;
        this.edges = edges;
        this.detail = detail;
        this.remark = remark;
    }

    /** Submitted tasks and allocation nodes together. */
    public int nodeCount() {
        return nodes.size();
    }

    public int taskCount() {
        return tasks.size();
    }

    public int nodeOf(long taskId) {
        return nodes.find(taskId);
    }

    public long taskId(int node) {
        return nodes.key(node);
    }

    public NodeKind kind(int node) {
        if (node >= taskCount()) {
            return NodeKind.ALLOC;
        }
        if (!tasks.hasKernels(node)) {
            return NodeKind.SUBMIT;
        }
        boolean idle = kernel(node, 0) == NO_KERNEL && kernel(node, 1) == NO_KERNEL && kernel(node, 2) == NO_KERNEL;
        return idle ? NodeKind.DUMMY : NodeKind.SUBMIT;
    }

    /** True when the file names kernels for this node. */
    public boolean hasKernels(int node) {
        return node >= 0 && node < taskCount() && tasks.hasKernels(node);
    }

    /** Kernel of slot 0 AIC, 1 AIV0, 2 AIV1; {@link #NO_KERNEL} when inactive or not recorded. */
    public int kernel(int node, int slot) {
        return node >= 0 && node < taskCount() ? tasks.kernel(node, slot) : NO_KERNEL;
    }

    /** Every kernel that a task names, in the order in which they first come. */
    public int[] distinctKernels() {
        return tasks.distinctKernels();
    }

    /**
     * The kernel that ran on a core of the given type: AIC slot, else the first active AIV slot.
     */
    public int functionOn(int node, CoreType type) {
        if (type == CoreType.AIC) {
            int aic = kernel(node, 0);
            if (aic >= 0) {
                return aic;
            }
        }
        int first = kernel(node, 1);
        return first >= 0 ? first : kernel(node, 2);
    }

    /** The first active slot, for tasks no core ran. */
    public int firstKernel(int node) {
        int aic = kernel(node, 0);
        return aic >= 0 ? aic : functionOn(node, CoreType.AIV);
    }

    /** Blocks of the task, at least 1. */
    public int blockCount(int node) {
        return node < taskCount() ? Math.max(1, tasks.blockCount(node)) : 1;
    }

    public boolean isManualScope(int node) {
        return node < taskCount() && tasks.isManualScope(node);
    }

    public boolean isEarlyDispatch(int node) {
        return node < taskCount() && tasks.isEarlyDispatch(node);
    }

    /** True when the task runs only if a tensor says so; older files never say it. */
    public boolean isPredicated(int node) {
        return node < taskCount() && tasks.isPredicated(node);
    }

    /** What the recorder said of the whole graph. */
    public GraphRemark remark() {
        return remark;
    }

    public DependencyEdges edges() {
        return edges;
    }

    /** The distinct edges between the nodes in both directions; made on first use, then kept. */
    public synchronized Digraph links() {
        if (links == null) {
            links = edges.links(nodeCount());
        }
        return links;
    }

    /** Arguments, tensors and regions; present only when the reader was asked for them. */
    public Optional<DependencyDetail> detail() {
        return detail;
    }
}
