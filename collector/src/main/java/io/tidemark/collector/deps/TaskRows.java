package io.tidemark.collector.deps;

import io.tidemark.abi.deps.SubmitKind;
import io.tidemark.capture.column.LongColumn;
import io.tidemark.capture.deps.ArgType;
import io.tidemark.capture.deps.DepsWriter;
import io.tidemark.capture.deps.Region;
import io.tidemark.capture.identity.TensorIdentity;
import io.tidemark.memory.deps.RecordedSubmit;
import io.tidemark.memory.deps.RecordedSubmit.Argument;
import io.tidemark.memory.deps.RecordedSubmit.Kernels;
import io.tidemark.memory.tensor.Tensor;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes the tasks of a dependency file and remembers their tensors. One use, one thread.
 * Allocations are no tasks of the file; they are remembered by their ids.
 */
final class TaskRows {
    private static final ArgType[] TYPES = {
        ArgType.INPUT, ArgType.OUTPUT, ArgType.INOUT, ArgType.OUTPUT_EXISTING, ArgType.NO_DEP
    };

    private final DepsWriter writer;
    private final Map<Long, Tensor> tensors = new LinkedHashMap<>();
    private final LongColumn allocations = new LongColumn();

    TaskRows(DepsWriter writer) {
        this.writer = writer;
    }

    void submit(RecordedSubmit submit) throws IOException {
        if (submit.kind() == SubmitKind.ALLOC) {
            allocations.add(submit.taskId());
            return;
        }
        Kernels kernels = submit.kernels();
        writer.task(
                submit.taskId(),
                submit.manualScope(),
                submit.earlyDispatch(),
                kernels.aic(),
                kernels.aiv0(),
                kernels.aiv1(),
                Math.max(1, kernels.blocks()),
                submit.kind() == SubmitKind.PREDICATED);
        for (int index = 0; index < submit.arguments().length; index++) {
            Argument argument = submit.arguments()[index];
            ArgType type = type(argument.tagCode());
            Tensor tensor = argument.tensor();
            if (tensor == null) {
                writer.argument(index, type);
            } else {
                long id = identity(tensor).id();
                tensors.putIfAbsent(id, tensor);
                writer.argument(index, type, id, tensor.ownerTaskId(), region(tensor));
            }
        }
    }

    private static ArgType type(int tagCode) {
        return tagCode < TYPES.length ? TYPES[tagCode] : ArgType.UNKNOWN;
    }

    void writeTensors() throws IOException {
        for (Map.Entry<Long, Tensor> entry : tensors.entrySet()) {
            Tensor tensor = entry.getValue();
            writer.tensor(
                    entry.getKey(),
                    tensor.baseAddress(),
                    tensor.version(),
                    tensor.dtype().name(),
                    tensor.bufferElements());
        }
    }

    long[] allocations() {
        long[] ids = new long[allocations.size()];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = allocations.get(i);
        }
        return ids;
    }

    static TensorIdentity identity(Tensor tensor) {
        return new TensorIdentity(tensor.baseAddress(), tensor.ownerTaskId(), tensor.version());
    }

    /** A view as the file shows it at an argument or at the consumer's end of an edge. */
    static Region region(Tensor tensor) {
        return new Region(tensor.dtype().name(), shape(tensor), tensor.startOffset(), tensor.strides());
    }

    /** A view as the file shows it at the producer's end of an edge, without its type. */
    static Region untypedRegion(Tensor tensor) {
        return new Region("", shape(tensor), tensor.startOffset(), tensor.strides());
    }

    private static long[] shape(Tensor tensor) {
        long[] shape = new long[tensor.rank()];
        for (int axis = 0; axis < shape.length; axis++) {
            shape[axis] = tensor.dimension(axis);
        }
        return shape;
    }
}
