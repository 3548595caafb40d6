package io.tidemark.collector.deps;

import io.tidemark.abi.deps.EdgeFlags;
import io.tidemark.abi.deps.SubmitKind;
import io.tidemark.capture.deps.ArgType;
import io.tidemark.capture.deps.DependencyDetail;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.DependencyGraphBuilder;
import io.tidemark.capture.deps.DepsHead;
import io.tidemark.capture.deps.RegionTable;
import io.tidemark.capture.identity.TensorIdentity;
import io.tidemark.memory.deps.EdgeReason;
import io.tidemark.memory.deps.RecordedSubmit;
import io.tidemark.memory.deps.RecordedSubmit.Argument;
import io.tidemark.memory.deps.RecordedSubmit.Kernels;
import io.tidemark.memory.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes a graph in memory from replayed submits and their edges, with arguments, tensors and the
 * regions at both ends of an edge. One use, one thread.
 */
final class GraphRows implements EdgeRows.Target {
    private static final ArgType[] TYPES = {
        ArgType.INPUT, ArgType.OUTPUT, ArgType.INOUT, ArgType.OUTPUT_EXISTING, ArgType.NO_DEP
    };
    private static final String NO_TYPE = ""; // the producer's end of an edge has none

    private final DependencyGraphBuilder builder = new DependencyGraphBuilder();
    private final DependencyDetail detail = new DependencyDetail();
    private final List<Long> allocations = new ArrayList<>();

    @Override
    public void submit(RecordedSubmit submit) {
        if (submit.kind() == SubmitKind.ALLOC) {
            allocations.add(submit.taskId());
            return;
        }
        Kernels kernels = submit.kernels();
        boolean isNew = builder.addTask(
                submit.taskId(), submit.manualScope(), submit.earlyDispatch(), Math.max(1, kernels.blocks()));
        if (!isNew) {
            return; // of damaged slots
        }
        builder.kernelsOfLastTask(kernels.aic(), kernels.aiv0(), kernels.aiv1());
        if (submit.kind() == SubmitKind.PREDICATED) {
            builder.predicateOfLastTask();
        }
        detail.beginTask();
        for (int index = 0; index < submit.arguments().length; index++) {
            argument(index, submit.arguments()[index]);
        }
    }

    private void argument(int index, Argument argument) {
        ArgType type = argument.tagCode() < TYPES.length ? TYPES[argument.tagCode()] : ArgType.UNKNOWN;
        Tensor tensor = argument.tensor();
        if (tensor == null) {
            detail.addArgument(index, type, 0, RegionTable.NONE);
            return;
        }
        long id = identity(tensor);
        detail.addTensor(
                id, tensor.baseAddress(), tensor.version(), tensor.dtype().name(), tensor.bufferElements());
        detail.addArgument(
                index, type, id, tensor.ownerTaskId(), region(tensor.dtype().name(), tensor));
    }

    @Override
    public void edge(RecordedSubmit submit, long producer, EdgeReason reason, int argument, int flags, Tensor written) {
        Tensor consumer = argument < 0 ? null : submit.arguments()[argument].tensor();
        Tensor named = written == null ? consumer : written;
        builder.addEdge(producer, submit.taskId(), argument, GraphTable.source(reason));
        builder.edges().flagsOfLast(flags & (EdgeFlags.WAIT | EdgeFlags.RETAIN));
        builder.edges().overlapOfLast(GraphTable.overlap(reason));
        detail.addEdge(
                named == null || consumer == null ? 0 : identity(named),
                consumer == null ? RegionTable.NONE : region(consumer.dtype().name(), consumer),
                written == null ? RegionTable.NONE : region(NO_TYPE, written));
    }

    private static long identity(Tensor tensor) {
        return new TensorIdentity(tensor.baseAddress(), tensor.ownerTaskId(), tensor.version()).id();
    }

    private int region(String type, Tensor tensor) {
        long[] shape = new long[tensor.rank()];
        for (int axis = 0; axis < shape.length; axis++) {
            shape[axis] = tensor.dimension(axis);
        }
        return detail.regions().add(type, shape, tensor.startOffset(), tensor.strides(), null);
    }

    /** The graph, when every submit is replayed. */
    DependencyGraph graph(DepsHead head) {
        allocations.forEach(builder::addAllocation);
        builder.remark(head.remark());
        return builder.build(Optional.of(detail));
    }
}
