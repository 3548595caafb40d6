package io.tidemark.analysis.join;

import io.tidemark.capture.column.LongIndex;
import io.tidemark.capture.deps.DependencyGraph;
import java.util.Arrays;
import java.util.Optional;

/**
 * Numbers every task a capture speaks of: first the nodes of the graph with their own numbers, then
 * tasks known only from rows or phases. Knows which rows belong to a task. One thread fills it
 * through {@link #unitOf}; readers come after.
 */
public final class RunIndex {
    /** A unit, or the rows of a unit, that do not exist. */
    public static final int NONE = -1;

    private final Optional<DependencyGraph> graph;
    private final int graphNodes;
    private final LongIndex others = new LongIndex();
    private final int[] unitOfRow;
    private int[] firstRow;
    private int[] rowCount;

    /** Indexes rows that are sorted by task id. */
    public RunIndex(RunRows rows, Optional<DependencyGraph> graph) {
        this.graph = graph;
        this.graphNodes = graph.map(DependencyGraph::nodeCount).orElse(0);
        this.unitOfRow = new int[rows.size()];
        firstRow = new int[graphNodes];
        Arrays.fill(firstRow, NONE);
        rowCount = new int[graphNodes];
        int unit = NONE;
        for (int row = 0; row < rows.size(); row++) {
            if (row == 0 || rows.taskId(row) != rows.taskId(row - 1)) {
                unit = unitOf(rows.taskId(row));
                grow();
                firstRow[unit] = row;
            }
            rowCount[unit]++;
            unitOfRow[row] = unit;
        }
    }

    /** The number of a task, given now when the task is new. */
    public int unitOf(long taskId) {
        int node = graph.isPresent() ? graph.get().nodeOf(taskId) : NONE;
        return node != DependencyGraph.NO_NODE ? node : graphNodes + others.add(taskId);
    }

    /** The number of a task, or {@link #NONE}. */
    public int find(long taskId) {
        int node = graph.isPresent() ? graph.get().nodeOf(taskId) : NONE;
        if (node != DependencyGraph.NO_NODE) {
            return node;
        }
        int other = others.find(taskId);
        return other == LongIndex.ABSENT ? NONE : graphNodes + other;
    }

    public int size() {
        return graphNodes + others.size();
    }

    public long taskId(int unit) {
        return unit < graphNodes ? graph.get().taskId(unit) : others.key(unit - graphNodes);
    }

    /** True for tasks the graph knows; their number is the node's. */
    public boolean isNode(int unit) {
        return unit < graphNodes;
    }

    /** True for tasks the graph knows as submitted, not only from an edge. */
    public boolean isSubmitted(int unit) {
        return graph.isPresent() && unit < graph.get().taskCount();
    }

    public int unitOfRow(int row) {
        return unitOfRow[row];
    }

    public boolean hasRows(int unit) {
        return unit < rowCount.length && rowCount[unit] > 0;
    }

    /** First row of a task, {@link #NONE} when no core ran it. */
    public int firstRow(int unit) {
        return unit < firstRow.length ? firstRow[unit] : NONE;
    }

    public int rowCount(int unit) {
        return unit < rowCount.length ? rowCount[unit] : 0;
    }

    private void grow() {
        int needed = size();
        if (firstRow.length < needed) {
            int old = firstRow.length;
            firstRow = Arrays.copyOf(firstRow, Math.max(needed, old + old / 2 + 16));
            Arrays.fill(firstRow, old, firstRow.length, NONE);
            rowCount = Arrays.copyOf(rowCount, firstRow.length);
        }
    }
}
