package io.tidemark.viewer.resource;

import io.tidemark.analysis.criticalpath.CriticalPathReport;
import io.tidemark.capture.deps.DependencyEdges;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.graph.TopologicalOrder;
import io.tidemark.capture.scope.ScopeTable;
import io.tidemark.viewer.model.CaptureView;
import io.tidemark.viewer.model.Runs;
import io.tidemark.viewer.model.ShownText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The dependency graph with its tasks put together: all of a kernel, of a scope, or of a layer. So
 * that it can be drawn for any number of tasks there are at most {@link #MOST_GROUPS} groups; the
 * smallest beyond that become one. The critical path is counted in it. One thread.
 */
final class FoldedGraph {
    static final int MOST_GROUPS = 80;

    /** Resource names, and what they put together. */
    static final List<String> NAMES = List.of("fold-kernel.json", "fold-scope.json", "fold-layer.json");

    private static final int DEEPEST = 64; // scopes within scopes
    private static final String NO_KERNEL = "no kernel";
    private static final String NO_SCOPE = "in no scope that was recorded";

    private final CaptureView view;
    private final DependencyGraph graph;

    /** A group while it is summed up. */
    private static final class Group {
        private final String label;
        private final int name;
        private final long firstTask;
        private int tasks;
        private int critical;
        private long nanos;

        Group(String label, int name, long firstTask) {
            this.label = label;
            this.name = name;
            this.firstTask = firstTask;
        }
    }

    /**
     * Which group a node belongs to.
     *
     * @param of by node
     * @param names of the kernels whose colours the groups wear, -1 for none
     */
    private record Folding(int[] of, List<String> labels, List<Integer> names) {}

    FoldedGraph(CaptureView view, DependencyGraph graph) {
        this.view = view;
        this.graph = graph;
    }

    byte[] write(String resource) {
        Folding folding =
                switch (resource) {
                    case "fold-kernel.json" -> byKernel();
                    case "fold-scope.json" -> byScope();
                    default -> byLayer();
                };
        Folding drawn = fewer(folding);
        List<Group> groups = sums(drawn);
        Map<Long, long[]> edges = edges(drawn);
        return JsonBytes.object(json -> {
            json.member("tasks", graph.nodeCount());
            json.name("groups").beginArray();
            for (Group group : groups) {
                json.beginObject();
                json.member("label", ShownText.of(group.label));
                json.member("name", group.name);
                json.member("firstTask", Long.toUnsignedString(group.firstTask));
                json.member("tasks", group.tasks);
                json.member("nanos", group.nanos);
                json.member("critical", group.critical);
                json.endObject();
            }
            json.endArray();
            json.name("edges").beginArray();
            edges.forEach((key, counts) -> {
                json.beginObject();
                json.member("from", (int) (key >>> 32));
                json.member("to", key.intValue());
                json.member("count", counts[0]);
                json.member("critical", counts[1]);
                json.endObject();
            });
            json.endArray();
        });
    }

    private Folding byKernel() {
        Map<Integer, Integer> numbers = new HashMap<>();
        List<String> labels = new ArrayList<>();
        List<Integer> names = new ArrayList<>();
        int[] of = new int[graph.nodeCount()];
        for (int node = 0; node < of.length; node++) {
            int kernel = graph.firstKernel(node);
            int name = kernel < 0 ? -1 : view.kernelNameById().indexOf(kernel);
            Integer number = numbers.get(name);
            if (number == null) {
                number = labels.size();
                numbers.put(name, number);
                labels.add(name < 0 ? NO_KERNEL : view.timeline().names().get(name));
                names.add(name);
            }
            of[node] = number;
        }
        return new Folding(of, labels, names);
    }

    /** The innermost scope around a task, by the place in the program where it was opened. */
    private Folding byScope() {
        Map<String, Integer> numbers = new HashMap<>();
        List<String> labels = new ArrayList<>(List.of(NO_SCOPE));
        int[] of = new int[graph.nodeCount()];
        view.scopes().ifPresent(table -> paintScopes(table, of, numbers, labels));
        return new Folding(of, labels, labels.stream().map(label -> -1).toList());
    }

    /** From the widest scopes to the narrowest, so that the innermost one stays. */
    private void paintScopes(ScopeTable table, int[] of, Map<String, Integer> numbers, List<String> labels) {
        int[] ends = IntStream.range(0, table.size())
                .filter(row -> !table.isBegin(row))
                .boxed()
                .sorted(Comparator.comparingInt(table::depth))
                .mapToInt(Integer::intValue)
                .toArray();
        Integer[] byId = new Integer[graph.nodeCount()];
        Arrays.setAll(byId, node -> node);
        Arrays.sort(byId, (a, b) -> Long.compareUnsigned(graph.taskId(a), graph.taskId(b)));
        long budget = (long) DEEPEST * graph.nodeCount(); // a damaged table ends here
        for (ScopesJson.Pair pair : ScopesJson.pairsByEnd(table, ends)) {
            int number = numbers.computeIfAbsent(table.site(pair.begin()), site -> {
                labels.add(site);
                return labels.size() - 1;
            });
            long ring = (long) table.ring(pair.begin()) << 32;
            int from = place(byId, ring | table.taskEnd(pair.begin()));
            int to = place(byId, ring | table.taskEnd(pair.end()));
            budget -= Math.max(0, to - from);
            for (int at = from; at < to && budget >= 0; at++) {
                of[byId[at]] = number;
            }
        }
    }

    /** How many nodes, in the order of their ids, come before an id. */
    private int place(Integer[] byId, long id) {
        int low = 0;
        int high = byId.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Long.compareUnsigned(graph.taskId(byId[middle]), id) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Layers count edges from the first tasks; many of them are drawn a stretch at a time. */
    private Folding byLayer() {
        TopologicalOrder order = TopologicalOrder.of(graph.links());
        int[] of = new int[graph.nodeCount()];
        int deepest = 0;
        for (int node = 0; node < of.length; node++) {
            of[node] = order.level(node);
            deepest = Math.max(deepest, of[node]);
        }
        int step = (deepest + MOST_GROUPS) / MOST_GROUPS;
        List<String> labels = new ArrayList<>();
        for (int from = 0; from <= deepest; from += step) {
            int to = Math.min(deepest, from + step - 1);
            labels.add(from == to ? "layer " + from : "layers " + from + " to " + to);
        }
        Arrays.setAll(of, node -> of[node] / step);
        return new Folding(of, labels, labels.stream().map(label -> -1).toList());
    }

    /** The groups with fewest tasks become one when there are too many. */
    private static Folding fewer(Folding folding) {
        int groups = folding.labels().size();
        if (groups <= MOST_GROUPS) {
            return folding;
        }
        int[] tasks = new int[groups];
        for (int group : folding.of()) {
            tasks[group]++;
        }
        int[] order = IntStream.range(0, groups)
                .boxed()
                .sorted(Comparator.comparingInt(group -> -tasks[group]))
                .mapToInt(Integer::intValue)
                .toArray();
        int[] number = new int[groups];
        Arrays.fill(number, MOST_GROUPS - 1);
        List<String> labels = new ArrayList<>();
        List<Integer> names = new ArrayList<>();
        for (int at = 0; at < MOST_GROUPS - 1; at++) {
            number[order[at]] = at;
            labels.add(folding.labels().get(order[at]));
            names.add(folding.names().get(order[at]));
        }
        labels.add((groups - MOST_GROUPS + 1) + " others");
        names.add(-1);
        int[] of = Arrays.stream(folding.of()).map(group -> number[group]).toArray();
        return new Folding(of, labels, names);
    }

    private List<Group> sums(Folding folding) {
        List<Group> groups =
                new ArrayList<>(folding.labels().stream().map(l -> (Group) null).toList());
        for (int node = 0; node < graph.nodeCount(); node++) {
            int number = folding.of()[node];
            if (groups.get(number) == null) {
                String label = folding.labels().get(number);
                groups.set(number, new Group(label, folding.names().get(number), graph.taskId(node)));
            }
            groups.get(number).tasks++;
        }
        for (int number = 0; number < groups.size(); number++) {
            if (groups.get(number) == null) {
                groups.set(number, new Group(folding.labels().get(number), -1, 0));
            }
        }
        Runs runs = view.runs();
        for (int run = 0; run < runs.size(); run++) {
            if (runs.node(run) >= 0 && runs.isTimed(run)) {
                groups.get(folding.of()[runs.node(run)]).nanos += runs.endNanos(run) - runs.beginNanos(run);
            }
        }
        for (int node : criticalNodes()) {
            groups.get(folding.of()[node]).critical++;
        }
        return groups;
    }

    /** The steps of the critical path that are in the graph, first to last. */
    private int[] criticalNodes() {
        return view.critical().stream()
                .map(source -> source.get())
                .map(CriticalPathReport::steps)
                .flatMap(List::stream)
                .mapToInt(step -> graph.nodeOf(step.taskId()))
                .filter(node -> node >= 0)
                .toArray();
    }

    /** How many edges go from group to group, and how many steps of the critical path. */
    private Map<Long, long[]> edges(Folding folding) {
        Map<Long, long[]> counts = new TreeMap<>();
        DependencyEdges edges = graph.edges();
        for (int edge = 0; edge < edges.size(); edge++) {
            count(counts, folding, edges.predecessor(edge), edges.successor(edge), 0);
        }
        int[] path = criticalNodes();
        for (int at = 1; at < path.length; at++) {
            count(counts, folding, path[at - 1], path[at], 1);
        }
        return counts;
    }

    private static void count(Map<Long, long[]> counts, Folding folding, int from, int to, int which) {
        if (from >= 0 && to >= 0) {
            long key = (long) folding.of()[from] << 32 | folding.of()[to];
            counts.computeIfAbsent(key, unused -> new long[2])[which]++;
        }
    }
}
