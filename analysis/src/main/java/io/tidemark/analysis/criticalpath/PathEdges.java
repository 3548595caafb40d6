package io.tidemark.analysis.criticalpath;

import io.tidemark.capture.deps.Adjacency;
import io.tidemark.capture.deps.DependencyGraph;
import java.util.Arrays;

/**
 * The edges a path may follow, as lists of predecessors in the order the file names them. An edge
 * the run did not keep, because the consumer started before the producer ended, is counted and left
 * out; so is an edge that closes a cycle. Immutable.
 */
final class PathEdges {
    private static final long NEVER = Long.MIN_VALUE;

    private final PathTasks tasks;
    private final long tolerance;
    private int[] starts;
    private int[] predecessors;
    private int[] order;
    private int[] origin;
    private int size;
    private int broken;
    private int[] cycle = {};

    private PathEdges(PathTasks tasks, long tolerance) {
        this.tasks = tasks;
        this.tolerance = tolerance;
    }

    /** Edges between tasks that ran, as today's tool keeps them. */
    static PathEdges asToday(PathTasks tasks, DependencyGraph graph, long tolerance) {
        PathEdges edges = new PathEdges(tasks, tolerance);
        edges.load(
                graph,
                (from, to) ->
                        tasks.isTimed(from)
                                && tasks.isTimed(to)
                                && tasks.end(from) <= tasks.start(to) + tolerance
                                && tasks.start(from) < tasks.start(to));
        edges.order = edges.sort().order;
        edges.origin = new int[tasks.size()];
        Arrays.setAll(edges.origin, task -> task);
        return edges;
    }

    /** Every edge the run kept, those through tasks no core ran included. */
    static PathEdges of(PathTasks tasks, DependencyGraph graph, long tolerance) {
        PathEdges edges = new PathEdges(tasks, tolerance);
        edges.load(graph, (from, to) -> true);
        Sorted sorted = edges.sort();
        if (sorted.order.length < tasks.size()) {
            edges.cycle = edges.cycleAmong(sorted.placed);
            sorted = edges.withoutCycles(graph, sorted.placed);
        }
        edges.order = sorted.order;
        edges.dropBroken();
        return edges;
    }

    /**
     * Among tasks on or behind cycles keeps only edges that go forward in the order of submission.
     */
    private Sorted withoutCycles(DependencyGraph graph, boolean[] placed) {
        load(
                graph,
                (from, to) ->
                        placed[from]
                                || placed[to]
                                || graph.nodeOf(tasks.taskId(from))
                                        < graph.nodeOf(tasks.taskId(to)));
        return sort();
    }

    /** Decides whether an edge is taken. */
    private interface Filter {
        boolean keeps(int from, int to);
    }

    private void load(DependencyGraph graph, Filter filter) {
        Adjacency byConsumer = Adjacency.predecessorsOf(graph);
        int[] node = new int[tasks.size()];
        for (int task = 0; task < tasks.size(); task++) {
            node[task] = graph.nodeOf(tasks.taskId(task));
        }
        starts = new int[tasks.size() + 1];
        predecessors = new int[byConsumer.size()];
        size = 0;
        for (int task = 0; task < tasks.size(); task++) {
            starts[task] = size;
            if (node[task] < 0) {
                continue;
            }
            for (int at = byConsumer.begin(node[task]); at < byConsumer.end(node[task]); at++) {
                int from = tasks.find(graph.taskId(byConsumer.neighbour(at)));
                if (from >= 0 && from != task && filter.keeps(from, task)) {
                    predecessors[size++] = from;
                }
            }
        }
        starts[tasks.size()] = size;
    }

    private record Sorted(int[] order, boolean[] placed) {}

    /** Kahn's order: ready tasks first in, first out, roots in task order. */
    private Sorted sort() {
        int count = tasks.size();
        int[] successorStarts = new int[count + 1];
        for (int at = 0; at < size; at++) {
            successorStarts[predecessors[at] + 1]++;
        }
        for (int task = 0; task < count; task++) {
            successorStarts[task + 1] += successorStarts[task];
        }
        int[] successors = new int[size];
        int[] next = Arrays.copyOf(successorStarts, count);
        int[] waiting = new int[count];
        for (int task = 0; task < count; task++) {
            waiting[task] = starts[task + 1] - starts[task];
            for (int at = starts[task]; at < starts[task + 1]; at++) {
                successors[next[predecessors[at]]++] = task;
            }
        }
        int[] queue = new int[count];
        int placed = 0;
        for (int task = 0; task < count; task++) {
            if (waiting[task] == 0) {
                queue[placed++] = task;
            }
        }
        for (int head = 0; head < placed; head++) {
            int task = queue[head];
            for (int at = successorStarts[task]; at < successorStarts[task + 1]; at++) {
                if (--waiting[successors[at]] == 0) {
                    queue[placed++] = successors[at];
                }
            }
        }
        boolean[] isPlaced = new boolean[count];
        for (int head = 0; head < placed; head++) {
            isPlaced[queue[head]] = true;
        }
        return new Sorted(Arrays.copyOf(queue, placed), isPlaced);
    }

    /** Walks back over unplaced producers until a task comes again. */
    private int[] cycleAmong(boolean[] placed) {
        int task = 0;
        while (placed[task]) {
            task++;
        }
        int[] step = new int[tasks.size()];
        int[] walk = new int[tasks.size()];
        int steps = 0;
        while (step[task] == 0) {
            walk[steps] = task;
            step[task] = ++steps;
            int at = starts[task];
            while (placed[predecessors[at]]) {
                at++;
            }
            task = predecessors[at];
        }
        int[] found = Arrays.copyOfRange(walk, step[task] - 1, steps);
        for (int low = 0, high = found.length - 1; low < high; low++, high--) {
            int swap = found[low];
            found[low] = found[high];
            found[high] = swap;
        }
        return found;
    }

    /** Takes out edges the run did not keep, and finds what each task without rows waited for. */
    private void dropBroken() {
        long[] done = new long[tasks.size()];
        origin = new int[tasks.size()];
        boolean[] keep = new boolean[size];
        for (int task : order) {
            boolean isTimed = tasks.isTimed(task);
            origin[task] = isTimed ? task : -1;
            done[task] = isTimed ? tasks.end(task) : NEVER;
            for (int at = starts[task]; at < starts[task + 1]; at++) {
                int from = predecessors[at];
                keep[at] = !isTimed || done[from] <= tasks.start(task) + tolerance;
                broken += keep[at] ? 0 : 1;
                if (!isTimed && done[from] > done[task]) {
                    done[task] = done[from];
                    origin[task] = origin[from];
                }
            }
        }
        int kept = 0;
        for (int task = 0; task < tasks.size(); task++) {
            int begin = starts[task];
            starts[task] = kept;
            for (int at = begin; at < starts[task + 1]; at++) {
                if (keep[at]) {
                    predecessors[kept++] = predecessors[at];
                }
            }
        }
        starts[tasks.size()] = kept;
        size = kept;
    }

    int size() {
        return size;
    }

    /** Edges whose consumer started before the producer ended. */
    int broken() {
        return broken;
    }

    /** The tasks of one cycle in order, empty when the graph has none. */
    int[] cycle() {
        return cycle;
    }

    /** Tasks in an order in which producers come first. */
    int[] order() {
        return order;
    }

    int begin(int task) {
        return starts[task];
    }

    int end(int task) {
        return starts[task + 1];
    }

    int predecessor(int at) {
        return predecessors[at];
    }

    /**
     * The task that ran and that a task waited for last through tasks that did not; -1 for none.
     */
    int origin(int task) {
        return origin[task];
    }
}
