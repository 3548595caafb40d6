package io.tidemark.analysis.deps;

import io.tidemark.capture.deps.ArgType;
import io.tidemark.capture.deps.DependencyDetail;
import io.tidemark.capture.deps.DependencyEdges;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.EdgeSource;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides which buffer edges (creator rows) are implied by the flow of the data itself. A task that
 * updates a buffer in place does not always need an edge to the buffer's owner. It needs none if
 * every byte it touches came from an earlier updater with such an edge, and passes on to a later
 * updater with such an edge. Not thread-safe; lives for one question.
 *
 * <pre>
 *   owner ──creator──▶ a ──all bytes──▶ task ──all bytes──▶ b ◀──creator── owner
 * </pre>
 */
final class DataflowProof {
    /** One creator row whose bytes are known. */
    private record Claim(int owner, int task, int argument, long buffer, ByteBlocks bytes, boolean inPlace) {}

    private record ClaimKey(int owner, int task, long buffer) {}

    /** One tensormap row between in-place updaters whose bytes are known. */
    private record Handover(int from, int to, int argument, long buffer, ByteBlocks bytes) {}

    private final DependencyGraph source;
    private final DependencyDetail detail;
    private final BufferRegions regions;
    private final Map<Long, Integer> creatorRows = new HashMap<>();
    private final Map<Long, List<Claim>> claimsOfPair = new HashMap<>();
    private final Map<ClaimKey, List<Claim>> claims = new HashMap<>();
    private final Map<Integer, List<Handover>> arriving = new HashMap<>();
    private final Map<Integer, List<Handover>> leaving = new HashMap<>();

    private DataflowProof(DependencyGraph source) {
        this.source = source;
        detail = source.detail().orElseThrow();
        regions = new BufferRegions(source);
        DependencyEdges edges = source.edges();
        for (int edge = 0; edge < edges.size(); edge++) {
            if (edges.source(edge) == EdgeSource.CREATOR) {
                addClaim(edge);
            } else if (edges.source(edge) == EdgeSource.TENSORMAP) {
                addHandover(edge);
            }
        }
    }

    /** Clears from {@code candidates} every edge with creator rows that is not proven redundant. */
    static void keepUnproven(BitSet candidates, DependencyGraph source, TaskGraph graph) {
        DataflowProof proof = new DataflowProof(source);
        for (int edge = candidates.nextSetBit(0); edge >= 0; edge = candidates.nextSetBit(edge + 1)) {
            int owner = graph.captureNode(graph.producer(edge));
            int task = graph.captureNode(graph.consumer(edge));
            if (!proof.isImplied(owner, task)) {
                candidates.clear(edge);
            }
        }
    }

    private boolean isImplied(int owner, int task) {
        long pair = TaskGraph.pack(owner, task);
        int rows = creatorRows.getOrDefault(pair, 0);
        if (rows == 0) {
            return true;
        }
        List<Claim> known = claimsOfPair.getOrDefault(pair, List.of());
        return known.size() == rows && known.stream().allMatch(this::isImplied);
    }

    private boolean isImplied(Claim claim) {
        return claim.inPlace
                && cameFrom(claim).covers(claim.bytes)
                && goesTo(claim).covers(claim.bytes);
    }

    private ByteBlocks cameFrom(Claim claim) {
        ByteBlocks union = ByteBlocks.NONE;
        for (Handover handover : arriving.getOrDefault(claim.task, List.of())) {
            if (handover.argument != claim.argument || handover.buffer != claim.buffer) {
                continue;
            }
            for (Claim earlier : claimsOf(claim.owner, handover.from, claim.buffer)) {
                union = union.or(handover.bytes.and(earlier.bytes));
            }
        }
        return union;
    }

    private ByteBlocks goesTo(Claim claim) {
        ByteBlocks union = ByteBlocks.NONE;
        for (Handover handover : leaving.getOrDefault(claim.task, List.of())) {
            if (handover.buffer != claim.buffer) {
                continue;
            }
            for (Claim later : claimsOf(claim.owner, handover.to, claim.buffer)) {
                if (later.inPlace && later.argument == handover.argument) {
                    union = union.or(handover.bytes.and(later.bytes));
                }
            }
        }
        return union;
    }

    private List<Claim> claimsOf(int owner, int task, long buffer) {
        return claims.getOrDefault(new ClaimKey(owner, task, buffer), List.of());
    }

    private void addClaim(int edge) {
        DependencyEdges edges = source.edges();
        int owner = edges.predecessor(edge);
        int task = edges.successor(edge);
        creatorRows.merge(TaskGraph.pack(owner, task), 1, Integer::sum);
        ArgType type = typeOf(task, edges.argument(edge));
        boolean inPlace = type == ArgType.INOUT;
        if (!inPlace && type != ArgType.OUTPUT_EXISTING) {
            return;
        }
        int tensor = detail.tensorOf(detail.edgeTensor(edge));
        ByteBlocks bytes = regions.resolve(regions.consumerRegion(source, edge), tensor);
        if (bytes == null) {
            return;
        }
        long buffer = regions.bufferOf(tensor);
        Claim claim = new Claim(owner, task, edges.argument(edge), buffer, bytes, inPlace);
        claimsOfPair
                .computeIfAbsent(TaskGraph.pack(owner, task), key -> new ArrayList<>())
                .add(claim);
        claims.computeIfAbsent(new ClaimKey(owner, task, buffer), key -> new ArrayList<>())
                .add(claim);
    }

    private void addHandover(int edge) {
        DependencyEdges edges = source.edges();
        int task = edges.successor(edge);
        if (typeOf(task, edges.argument(edge)) != ArgType.INOUT) {
            return;
        }
        int tensor = detail.tensorOf(detail.edgeTensor(edge));
        ByteBlocks read = regions.resolve(regions.consumerRegion(source, edge), tensor);
        ByteBlocks written = regions.resolve(detail.producerRegion(edge), tensor);
        if (read == null || written == null) {
            return;
        }
        Handover handover = new Handover(
                edges.predecessor(edge), task, edges.argument(edge), regions.bufferOf(tensor), read.and(written));
        arriving.computeIfAbsent(task, key -> new ArrayList<>()).add(handover);
        leaving.computeIfAbsent(handover.from, key -> new ArrayList<>()).add(handover);
    }

    private ArgType typeOf(int task, int index) {
        int argument = regions.argument(source, task, index);
        return argument < 0 ? ArgType.UNKNOWN : detail.argumentType(argument);
    }
}
