package io.tidemark.analysis.deps;

import io.tidemark.capture.deps.ArgType;
import io.tidemark.capture.deps.DependencyDetail;
import io.tidemark.capture.deps.DependencyEdges;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.EdgeSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds tasks that race: no order between them, the same bytes, one of them writing. Memory that a
 * ring hands out again to a new owner counts as a new buffer. One thread.
 */
public final class RaceSearch {
    private final DependencyGraph source;
    private final TaskGraph graph;
    private final GraphOrder order;
    private final DependencyDetail detail;
    private final BufferRegions regions;
    private int unresolved;
    private int accesses;

    private RaceSearch(DependencyGraph source, TaskGraph graph, GraphOrder order) {
        this.source = source;
        this.graph = graph;
        this.order = order;
        detail = source.detail().orElseThrow();
        regions = new BufferRegions(source);
    }

    /** Searches all buffers; the graph must carry its detail and have no cycle. */
    public static RaceReport run(
            DependencyGraph source, TaskGraph graph, GraphOrder order, int mostRaces) {
        if (order.hasCycle()) {
            throw new IllegalArgumentException("order.hasCycle=true");
        }
        return new RaceSearch(source, graph, order).run(mostRaces);
    }

    private RaceReport run(int mostRaces) {
        Map<Long, List<List<Access>>> byBuffer = collect();
        Reachability reachability = new Reachability(graph, order);
        List<Race> races = new ArrayList<>();
        int buffers = 0;
        for (Map.Entry<Long, List<List<Access>>> buffer : byBuffer.entrySet()) {
            for (List<Access> lifetime : buffer.getValue()) {
                buffers++;
                if (races.size() < mostRaces) {
                    new BufferHistory(buffer.getKey(), reachability, races, mostRaces)
                            .replay(lifetime);
                }
            }
        }
        races.sort(
                Comparator.comparingInt((Race race) -> order.position(race.first()))
                        .thenComparingInt(race -> order.position(race.second())));
        return new RaceReport(races, buffers, accesses, unresolved, races.size() >= mostRaces);
    }

    /** Accesses by buffer and lifetime, each lifetime in an order that producers lead. */
    private Map<Long, List<List<Access>>> collect() {
        int[] nodeOf = EdgeSelection.nodesByCaptureNode(graph);
        Map<Long, TreeSet<Integer>> births = births(nodeOf);
        Map<Long, TreeMap<Integer, List<Access>>> found = new HashMap<>();
        for (int position = 0; position < graph.nodeCount(); position++) {
            int node = order.nodeAt(position);
            int task = graph.captureNode(node);
            if (task >= source.taskCount()) {
                continue;
            }
            for (int at = detail.argumentBegin(task); at < detail.argumentEnd(task); at++) {
                add(found, births, node, at);
            }
        }
        Map<Long, List<List<Access>>> byBuffer = new TreeMap<>(Long::compareUnsigned);
        found.forEach((buffer, lives) -> byBuffer.put(buffer, List.copyOf(lives.values())));
        return byBuffer;
    }

    private void add(
            Map<Long, TreeMap<Integer, List<Access>>> found,
            Map<Long, TreeSet<Integer>> births,
            int node,
            int at) {
        ArgType type = detail.argumentType(at);
        int tensor = regions.tensorOfArgument(at);
        if (tensor < 0 && type == ArgType.OUTPUT) {
            return; // a fresh buffer that nobody else ever touched
        }
        ByteBlocks bytes = type == ArgType.UNKNOWN ? null : regions.ofArgument(at, tensor);
        if (bytes == null) {
            unresolved++;
            return;
        }
        accesses++;
        long buffer = regions.bufferOf(tensor);
        Integer birth = births.getOrDefault(buffer, new TreeSet<>()).floor(order.position(node));
        found.computeIfAbsent(buffer, key -> new TreeMap<>())
                .computeIfAbsent(birth == null ? -1 : birth, key -> new ArrayList<>())
                .add(new Access(node, detail.argumentIndex(at), type != ArgType.INPUT, bytes));
    }

    /** Positions at which a buffer's address got a new owner. */
    private Map<Long, TreeSet<Integer>> births(int[] nodeOf) {
        Map<Long, TreeSet<Integer>> births = new HashMap<>();
        DependencyEdges edges = source.edges();
        for (int edge = 0; edge < edges.size(); edge++) {
            int tensor = detail.tensorOf(detail.edgeTensor(edge));
            if (edges.source(edge) == EdgeSource.CREATOR && tensor >= 0) {
                births.computeIfAbsent(regions.bufferOf(tensor), key -> new TreeSet<>())
                        .add(order.position(nodeOf[edges.predecessor(edge)]));
            }
        }
        return births;
    }
}
