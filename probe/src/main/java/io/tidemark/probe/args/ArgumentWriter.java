package io.tidemark.probe.args;

import io.tidemark.abi.args.ArgumentFlags;
import io.tidemark.abi.args.ArgumentKind;
import io.tidemark.abi.args.ArgumentRecord;
import io.tidemark.abi.args.ArgumentRole;
import io.tidemark.abi.args.ArgumentStage;
import io.tidemark.memory.tensor.Tensor;
import java.lang.foreign.MemorySegment;

/**
 * Fills records of the args channel. A slot may hold an older record, so every field is written.
 * For the thread that steps the lane's scheduler; allocates nothing.
 */
final class ArgumentWriter {
    private final MemorySegment segment;

    ArgumentWriter(MemorySegment segment) {
        this.segment = segment;
    }

    void tensor(
            long at,
            ArgumentSource task,
            int argument,
            ArgumentRole role,
            ArgumentStage stage,
            int flags,
            Tensor tensor,
            StoredPayload payload) {
        int rank = Math.min(tensor.rank(), ArgumentRecord.MAX_RANK);
        int clamped = rank < tensor.rank() ? ArgumentFlags.RANK_CLAMPED : 0;
        head(at, task.taskId(), ArgumentKind.TENSOR, role, stage, flags | clamped, argument);
        functions(at, task);
        ArgumentRecord.RANK.set(segment, at, rank);
        ArgumentRecord.DTYPE.set(segment, at, tensor.dtype().code());
        ArgumentRecord.SCALAR_BITS.set(segment, at, tensor.version());
        ArgumentRecord.BASE_ADDRESS.set(segment, at, tensor.baseAddress());
        ArgumentRecord.OWNER.set(segment, at, tensor.ownerTaskId());
        ArgumentRecord.START_OFFSET.set(segment, at, tensor.startOffset());
        ArgumentRecord.WHOLE_BYTES.set(segment, at, tensor.sizeBytes());
        payload(at, payload);
        for (int axis = 0; axis < ArgumentRecord.MAX_RANK; axis++) {
            boolean isUsed = axis < rank;
            ArgumentRecord.SHAPE.set(segment, at, axis, isUsed ? tensor.dimension(axis) : 0);
            ArgumentRecord.STRIDES.set(segment, at, axis, isUsed ? tensor.stride(axis) : 0);
        }
    }

    void scalar(long at, ArgumentSource task, int argument, int typeCode, long bits) {
        head(
                at,
                task.taskId(),
                ArgumentKind.SCALAR,
                ArgumentRole.INPUT,
                ArgumentStage.BEFORE_DISPATCH,
                ArgumentFlags.CONTIGUOUS,
                argument);
        functions(at, task);
        ArgumentRecord.DTYPE.set(segment, at, typeCode);
        ArgumentRecord.SCALAR_BITS.set(segment, at, bits);
        withoutShape(at);
        noPayload(at);
    }

    void testPattern(long at, StoredPayload payload) {
        head(
                at,
                0,
                ArgumentKind.TEST_PATTERN,
                ArgumentRole.INPUT,
                ArgumentStage.BEFORE_DISPATCH,
                ArgumentFlags.CONTIGUOUS,
                0);
        noFunctions(at);
        ArgumentRecord.DTYPE.set(segment, at, 0);
        ArgumentRecord.SCALAR_BITS.set(segment, at, 0);
        withoutShape(at);
        payload(at, payload);
    }

    private void head(
            long at, long taskId, ArgumentKind kind, ArgumentRole role, ArgumentStage stage, int flags, int argument) {
        ArgumentRecord.TASK_ID.set(segment, at, taskId);
        ArgumentRecord.ROLE.set(segment, at, role.code());
        ArgumentRecord.STAGE.set(segment, at, stage.code());
        ArgumentRecord.KIND.set(segment, at, kind.code());
        ArgumentRecord.ARGUMENT_INDEX.set(segment, at, argument);
        ArgumentRecord.FLAG_BITS.set(segment, at, flags);
        ArgumentRecord.BLOCK_INDEX.set(segment, at, 0); // all blocks have the same arguments
    }

    private void functions(long at, ArgumentSource task) {
        int count = Math.min(task.functionCount(), ArgumentRecord.MAX_FUNCTIONS);
        noFunctions(at);
        ArgumentRecord.FUNCTIONS.set(segment, at, count);
        if (count > 0) {
            ArgumentRecord.FUNCTION_0.set(segment, at, task.functionId(0));
        }
        if (count > 1) {
            ArgumentRecord.FUNCTION_1.set(segment, at, task.functionId(1));
        }
        if (count > 2) {
            ArgumentRecord.FUNCTION_2.set(segment, at, task.functionId(2));
        }
    }

    private void noFunctions(long at) {
        ArgumentRecord.FUNCTIONS.set(segment, at, 0);
        ArgumentRecord.FUNCTION_0.set(segment, at, ArgumentRecord.NO_FUNCTION);
        ArgumentRecord.FUNCTION_1.set(segment, at, ArgumentRecord.NO_FUNCTION);
        ArgumentRecord.FUNCTION_2.set(segment, at, ArgumentRecord.NO_FUNCTION);
    }

    private void withoutShape(long at) {
        ArgumentRecord.RANK.set(segment, at, 0);
        ArgumentRecord.BASE_ADDRESS.set(segment, at, 0);
        ArgumentRecord.OWNER.set(segment, at, 0);
        ArgumentRecord.START_OFFSET.set(segment, at, 0);
        ArgumentRecord.WHOLE_BYTES.set(segment, at, 0);
        for (int axis = 0; axis < ArgumentRecord.MAX_RANK; axis++) {
            ArgumentRecord.SHAPE.set(segment, at, axis, 0);
            ArgumentRecord.STRIDES.set(segment, at, axis, 0);
        }
    }

    private void payload(long at, StoredPayload payload) {
        ArgumentRecord.PAYLOAD_AT.set(segment, at, payload.beganAt());
        ArgumentRecord.PAYLOAD_BYTES.set(segment, at, payload.storedBytes());
        ArgumentRecord.DIGEST.set(segment, at, payload.digest());
    }

    private void noPayload(long at) {
        ArgumentRecord.PAYLOAD_AT.set(segment, at, 0);
        ArgumentRecord.PAYLOAD_BYTES.set(segment, at, 0);
        ArgumentRecord.DIGEST.set(segment, at, 0);
    }
}
