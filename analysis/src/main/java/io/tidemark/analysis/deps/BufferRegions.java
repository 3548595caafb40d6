package io.tidemark.analysis.deps;

import io.tidemark.abi.DType;
import io.tidemark.capture.column.LongIndex;
import io.tidemark.capture.deps.ArgType;
import io.tidemark.capture.deps.DependencyDetail;
import io.tidemark.capture.deps.DependencyEdges;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.EdgeSource;
import io.tidemark.capture.deps.RegionTable;
import java.util.HashMap;
import java.util.Map;

/**
 * Which bytes of which buffer an argument or an edge means. Views are resolved once and kept, since
 * thousands of tasks share a few of them. Not thread-safe.
 */
public final class BufferRegions {
    private static final ByteBlocks UNRESOLVED = new ByteBlocks(new long[] {-1, -1});

    private final DependencyDetail detail;
    private final Map<Long, ByteBlocks> known = new HashMap<>();
    private final Map<Integer, ByteBlocks> wholes = new HashMap<>();
    private final Map<Integer, Long> backfilled;

    public BufferRegions(DependencyGraph graph) {
        detail = graph.detail().orElseThrow();
        backfilled = backfill(graph);
    }

    /** The tensor of an argument by its number in the list, or -1; outputs learn it from edges. */
    public int tensorOfArgument(int argument) {
        if (detail.argumentHasTensor(argument)) {
            return detail.tensorOf(detail.argumentTensor(argument));
        }
        Long id = backfilled.get(argument);
        return id == null ? LongIndex.ABSENT : detail.tensorOf(id);
    }

    public long bufferOf(int tensor) {
        return detail.tensors().bufferAddress(tensor);
    }

    /**
     * The bytes that an argument names, or null if they are unknown. A new output is the whole
     * buffer.
     */
    public ByteBlocks ofArgument(int argument, int tensor) {
        if (tensor < 0) {
            return null;
        }
        int region = detail.argumentRegion(argument);
        return region == RegionTable.NONE ? wholeOf(tensor) : resolve(region, tensor);
    }

    /** All bytes of a tensor's buffer, or null if their number is unknown. */
    public ByteBlocks wholeOf(int tensor) {
        ByteBlocks whole = wholes.computeIfAbsent(tensor, this::whole);
        return whole == UNRESOLVED ? null : whole;
    }

    /** Bytes of a view on a tensor's buffer, or null. */
    public ByteBlocks resolve(int region, int tensor) {
        if (region == RegionTable.NONE || tensor < 0) {
            return null;
        }
        ByteBlocks blocks = known.computeIfAbsent((long) region << 32 | tensor, key -> {
            ByteBlocks view = view(region, tensor);
            return view == null ? UNRESOLVED : view;
        });
        return blocks == UNRESOLVED ? null : blocks;
    }

    /** The region an edge's consumer reads: the edge's own, else its argument's. */
    public int consumerRegion(DependencyGraph graph, int edge) {
        int region = detail.consumerRegion(edge);
        if (region != RegionTable.NONE) {
            return region;
        }
        int argument =
                argument(graph, graph.edges().successor(edge), graph.edges().argument(edge));
        return argument < 0 ? RegionTable.NONE : detail.argumentRegion(argument);
    }

    /** The argument of a task with this index, or -1. */
    public int argument(DependencyGraph graph, int task, int index) {
        if (task >= graph.taskCount()) {
            return -1;
        }
        for (int at = detail.argumentBegin(task); at < detail.argumentEnd(task); at++) {
            if (detail.argumentIndex(at) == index) {
                return at;
            }
        }
        return -1;
    }

    private ByteBlocks whole(int tensor) {
        DType type = DType.ofName(detail.tensors().dataType(tensor));
        long elements = detail.tensors().elements(tensor);
        return type.bits() < 8 || elements <= 0 ? UNRESOLVED : ByteBlocks.whole(elements * type.bytes());
    }

    private ByteBlocks view(int region, int tensor) {
        RegionTable regions = detail.regions();
        DType type = DType.ofName(detail.tensors().dataType(tensor));
        String viewType = regions.dataType(region);
        boolean sameType = viewType.isEmpty() || DType.ofName(viewType) == type;
        if (type.bits() < 8 || !sameType) {
            return null;
        }
        return ByteBlocks.ofView(
                regions.shape(region),
                regions.strides(region),
                regions.startOffset(region),
                type.bytes(),
                detail.tensors().elements(tensor));
    }

    /**
     * Outputs name no tensor when they are submitted. A creator edge names it later: when exactly
     * one output of the creator still lacks one, that is it.
     */
    private Map<Integer, Long> backfill(DependencyGraph graph) {
        Map<Integer, Long> found = new HashMap<>();
        DependencyEdges edges = graph.edges();
        for (int edge = 0; edge < edges.size(); edge++) {
            int owner = edges.predecessor(edge);
            if (edges.source(edge) != EdgeSource.CREATOR
                    || owner >= graph.taskCount()
                    || detail.consumerRegion(edge) == RegionTable.NONE) {
                continue;
            }
            long tensor = detail.edgeTensor(edge);
            int empty = -1;
            int empties = 0;
            boolean isNamed = false;
            for (int at = detail.argumentBegin(owner); at < detail.argumentEnd(owner); at++) {
                if (detail.argumentType(at) == ArgType.INPUT) {
                    continue;
                }
                Long filled = detail.argumentHasTensor(at) ? Long.valueOf(detail.argumentTensor(at)) : found.get(at);
                isNamed |= filled != null && filled == tensor;
                if (filled == null && detail.argumentType(at) == ArgType.OUTPUT) {
                    empty = at;
                    empties++;
                }
            }
            if (!isNamed && empties == 1) {
                found.put(empty, tensor);
            }
        }
        return found;
    }
}
