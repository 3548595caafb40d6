package io.tidemark.capture.deps;

import java.io.IOException;
import java.util.BitSet;
import java.util.stream.IntStream;

/** Feeds a graph to a writer; part of {@link DepsWriter}. One use. */
final class GraphCopy {
    private final DependencyGraph graph;
    private final DependencyDetail detail;
    private final DepsWriter writer;

    GraphCopy(DependencyGraph graph, DependencyDetail detail, DepsWriter writer) {
        this.graph = graph;
        this.detail = detail;
        this.writer = writer;
    }

    void run() throws IOException {
        for (int task = 0; task < graph.taskCount(); task++) {
            copyTask(task);
        }
        TensorColumns tensors = detail.tensors();
        for (int tensor = 0; tensor < detail.tensorCount(); tensor++) {
            writer.tensor(
                    detail.tensorId(tensor),
                    tensors.bufferAddress(tensor),
                    tensors.version(tensor),
                    tensors.dataType(tensor),
                    tensors.elements(tensor));
        }
        for (int edge = 0; edge < graph.edges().size(); edge++) {
            copyEdge(edge);
        }
        writer.allocations(allocations());
        writer.remark(graph.remark().partial(), graph.remark().untrusted());
        writer.runtime(graph.remark().runtime());
    }

    /** The allocation nodes that no edge names. */
    private long[] allocations() {
        BitSet named = new BitSet();
        DependencyEdges edges = graph.edges();
        for (int edge = 0; edge < edges.size(); edge++) {
            named.set(edges.predecessor(edge));
            named.set(edges.successor(edge));
        }
        return IntStream.range(graph.taskCount(), graph.nodeCount())
                .filter(node -> !named.get(node))
                .mapToLong(graph::taskId)
                .toArray();
    }

    private void copyTask(int task) throws IOException {
        writer.task(
                graph.taskId(task),
                graph.isManualScope(task),
                graph.isEarlyDispatch(task),
                graph.kernel(task, 0),
                graph.kernel(task, 1),
                graph.kernel(task, 2),
                graph.blockCount(task),
                graph.isPredicated(task));
        for (int at = detail.argumentBegin(task); at < detail.argumentEnd(task); at++) {
            if (detail.argumentHasTensor(at)) {
                writer.argument(
                        detail.argumentIndex(at),
                        detail.argumentType(at),
                        detail.argumentTensor(at),
                        detail.argumentOwner(at),
                        region(detail.argumentRegion(at)));
            } else {
                writer.argument(detail.argumentIndex(at), detail.argumentType(at));
            }
        }
    }

    private void copyEdge(int edge) throws IOException {
        DependencyEdges edges = graph.edges();
        writer.edge(
                graph.taskId(edges.predecessor(edge)),
                graph.taskId(edges.successor(edge)),
                edges.argument(edge),
                edges.source(edge),
                edges.flags(edge),
                edges.overlap(edge),
                detail.edgeTensor(edge),
                region(detail.consumerRegion(edge)),
                region(detail.producerRegion(edge)));
    }

    private Region region(int number) {
        return number == RegionTable.NONE ? null : detail.regions().region(number);
    }
}
