package io.tidemark.analysis.deps.race;

import io.tidemark.analysis.deps.BufferName;
import io.tidemark.analysis.deps.BufferRegions;
import io.tidemark.analysis.deps.ByteBlocks;
import io.tidemark.analysis.deps.EdgeSelection;
import io.tidemark.analysis.deps.NodeLabels;
import io.tidemark.analysis.deps.TaskGraph;
import io.tidemark.capture.deps.ArgType;
import io.tidemark.capture.deps.DependencyDetail;
import io.tidemark.capture.deps.DependencyEdges;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.EdgeSource;
import io.tidemark.capture.deps.NodeKind;
import io.tidemark.capture.graph.TopologicalOrder;
import io.tidemark.capture.identity.TensorIdentity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Every argument of a graph as an access to a buffer. Memory that a ring gave out again is another
 * buffer. A capture that names the owners of its arguments shows this exactly. In other captures an
 * address begins a new life at each task that a creator edge names as its owner. One thread; built
 * once, then read.
 */
final class BufferLives {
    private record Key(long address, long owner) {}

    private final DependencyGraph source;
    private final TaskGraph graph;
    private final TopologicalOrder order;
    private final DependencyDetail detail;
    private final BufferRegions regions;
    private final int[] nodeOf;
    private final Map<Long, TreeSet<Integer>> births;
    private final Map<Key, BufferLife> lives = new HashMap<>();
    private final Map<Integer, List<Access>> accessesOf = new HashMap<>();
    private final BitSet unclear = new BitSet();
    private int accesses;
    private int unresolved;
    private int noDep;

    /** The graph must carry its detail and have no cycle. */
    BufferLives(DependencyGraph source, TaskGraph graph, TopologicalOrder order) {
        this.source = source;
        this.graph = graph;
        this.order = order;
        detail = source.detail().orElseThrow();
        regions = new BufferRegions(source);
        nodeOf = EdgeSelection.nodesByCaptureNode(graph);
        births = births();
        for (int task = 0; task < source.taskCount(); task++) {
            for (int at = detail.argumentBegin(task); at < detail.argumentEnd(task); at++) {
                add(nodeOf[task], at);
            }
        }
        for (BufferLife life : lives.values()) {
            addOwner(life);
            life.accesses.sort(Comparator.comparingInt(access -> order.position(access.node())));
        }
        numberExternals();
    }

    /** All of them in order of address and owner; the accesses of each with producers first. */
    List<BufferLife> all() {
        List<BufferLife> sorted = new ArrayList<>(lives.values());
        sorted.sort(Comparator.comparingLong((BufferLife life) -> life.address ^ Long.MIN_VALUE)
                .thenComparingLong(life -> life.ownerId));
        return sorted;
    }

    List<Access> accessesOf(int node) {
        return accessesOf.getOrDefault(node, List.of());
    }

    /** True if the bytes, direction or buffer of some argument of the task are unknown. */
    boolean isUnclear(int node) {
        return unclear.get(node);
    }

    int accesses() {
        return accesses;
    }

    int unresolved() {
        return unresolved;
    }

    /** Accesses by arguments that are passed without dependency. */
    int noDep() {
        return noDep;
    }

    BufferName name(BufferLife life, NodeLabels labels) {
        int argument = life.accesses.stream()
                .filter(access -> access.node() == life.owner && access.region() < 0)
                .mapToInt(Access::argument)
                .findFirst()
                .orElse(Access.NO_ARGUMENT);
        return new BufferName(
                detail.tensorId(life.tensor),
                life.address,
                life.ownerId,
                life.owner < 0 ? "" : labels.kernel(life.owner),
                argument,
                life.external,
                detail.tensors().dataType(life.tensor),
                detail.tensors().elements(life.tensor));
    }

    /** {@code [4, 8] from element 16}, or {@code all of it}. */
    String viewText(Access access) {
        return access.region() < 0
                ? "all of it"
                : "%s from element %d"
                        .formatted(
                                Arrays.toString(detail.regions().shape(access.region())),
                                detail.regions().startOffset(access.region()));
    }

    private void add(int node, int at) {
        ArgType type = detail.argumentType(at);
        int tensor = regions.tensorOfArgument(at);
        if (tensor < 0 && type == ArgType.OUTPUT) {
            // fresh memory; who touches it names its owner, if the capture names owners at all
            unclear.set(node, unclear.get(node) || !detail.hasOwners());
            return;
        }
        BufferLife life = tensor < 0 ? null : life(node, at, type, tensor);
        ByteBlocks bytes = type == ArgType.UNKNOWN ? null : regions.ofArgument(at, tensor);
        if (bytes == null) {
            unresolved++;
            unclear.set(node);
            return;
        }
        boolean isNoDep = type == ArgType.NO_DEP;
        boolean writes = type != ArgType.INPUT && !isNoDep;
        accesses++;
        noDep += isNoDep ? 1 : 0;
        put(new Access(life, node, detail.argumentIndex(at), detail.argumentRegion(at), writes, isNoDep, bytes));
    }

    private void put(Access access) {
        access.life().accesses.add(access);
        accessesOf.computeIfAbsent(access.node(), node -> new ArrayList<>(4)).add(access);
    }

    private BufferLife life(int node, int at, ArgType type, int tensor) {
        long address = regions.bufferOf(tensor);
        long owner = type == ArgType.OUTPUT ? graph.id(node) : owner(node, at, address);
        boolean isOwned = owner != TensorIdentity.NO_OWNER;
        BufferLife life = lives.computeIfAbsent(
                new Key(address, owner),
                key -> new BufferLife(address, owner, isOwned ? graph.node(owner) : -1, tensor));
        long use = (long) graph.captureNode(node) << 32 | detail.argumentIndex(at) & 0xFFFF_FFFFL;
        life.firstUse = Math.min(life.firstUse, use);
        return life;
    }

    private long owner(int node, int at, long address) {
        if (detail.hasOwners()) {
            return detail.argumentOwner(at);
        }
        TreeSet<Integer> born = births.get(address);
        Integer birth = born == null ? null : born.floor(order.position(node));
        return birth == null ? TensorIdentity.NO_OWNER : graph.id(order.nodeAt(birth));
    }

    /** A task writes what it allocates, also where the capture does not say which output it is. */
    private void addOwner(BufferLife life) {
        boolean isTask = life.owner >= 0
                && source.kind(graph.captureNode(life.owner)) == NodeKind.SUBMIT
                && graph.captureNode(life.owner) < source.taskCount();
        if (!isTask || life.accesses.stream().anyMatch(access -> access.node() == life.owner)) {
            return;
        }
        ByteBlocks whole = regions.wholeOf(life.tensor);
        if (whole == null || !hasUnnamedOutput(graph.captureNode(life.owner))) {
            return;
        }
        accesses++;
        put(new Access(life, life.owner, Access.NO_ARGUMENT, -1, true, false, whole));
    }

    private boolean hasUnnamedOutput(int task) {
        for (int at = detail.argumentBegin(task); at < detail.argumentEnd(task); at++) {
            if (detail.argumentType(at) == ArgType.OUTPUT && regions.tensorOfArgument(at) < 0) {
                return true;
            }
        }
        return false;
    }

    private void numberExternals() {
        List<BufferLife> externals = new ArrayList<>();
        for (BufferLife life : lives.values()) {
            if (life.ownerId == TensorIdentity.NO_OWNER) {
                externals.add(life);
            }
        }
        externals.sort(Comparator.comparingLong(life -> life.firstUse));
        for (int number = 0; number < externals.size(); number++) {
            externals.get(number).external = number;
        }
    }

    /** Positions at which a buffer's address got a new owner. */
    private Map<Long, TreeSet<Integer>> births() {
        Map<Long, TreeSet<Integer>> found = new HashMap<>();
        DependencyEdges edges = source.edges();
        for (int edge = 0; edge < edges.size() && !detail.hasOwners(); edge++) {
            int tensor = detail.tensorOf(detail.edgeTensor(edge));
            if (edges.source(edge) == EdgeSource.CREATOR && tensor >= 0) {
                found.computeIfAbsent(regions.bufferOf(tensor), key -> new TreeSet<>())
                        .add(order.position(nodeOf[edges.predecessor(edge)]));
            }
        }
        return found;
    }
}
