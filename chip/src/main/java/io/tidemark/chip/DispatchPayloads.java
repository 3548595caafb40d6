package io.tidemark.chip;

import io.tidemark.abi.dispatch.DispatchArguments;
import io.tidemark.abi.dispatch.DispatchPayload;
import io.tidemark.abi.dispatch.DispatchToken;
import io.tidemark.abi.dispatch.TensorDescriptor;
import io.tidemark.abi.layout.I64;
import io.tidemark.memory.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * The payloads of a chip's cores, two a core, in a segment the caller owns; behind them, if the
 * chip asks for arguments, the {@link DispatchArguments} of each. A core's scheduler fills the
 * payload of the next token before it sends the token and leaves it alone until the run has ended;
 * the registers publish it.
 */
public final class DispatchPayloads {
    private static final int BYTES = DispatchPayload.LAYOUT.sizeBytes();

    private static final int FLAGS_SHIFT = 48;

    // Neighbouring fields in one store: this is written for every kernel run.
    private static final I64 SLOT_FUNCTION_FLAGS = new I64(DispatchPayload.SLOT_INDEX.offset());
    private static final I64 BLOCK_INDEX_COUNT = new I64(DispatchPayload.BLOCK_INDEX.offset());

    private final MemorySegment segment;
    private final int cores;
    private final boolean takesArguments;

    /**
     * @param takesArguments whether the cores read tensors and scalars from the payloads; it costs
     *     time and memory
     */
    public DispatchPayloads(MemorySegment segment, int cores, boolean takesArguments) {
        if (segment.byteSize() < sizeBytes(cores, takesArguments)) {
            throw new IllegalArgumentException(
                    "segment has byteSize=%d cores=%d need %d"
                            .formatted(
                                    segment.byteSize(), cores, sizeBytes(cores, takesArguments)));
        }
        this.segment = segment;
        this.cores = cores;
        this.takesArguments = takesArguments;
    }

    public static long sizeBytes(int cores, boolean takesArguments) {
        long payloads = (long) cores * DispatchPayload.BUFFERS;
        return payloads * (BYTES + (takesArguments ? DispatchArguments.SIZE_BYTES : 0));
    }

    /**
     * Clears all payloads and writes the fields that never change. Called before the cores start.
     */
    public void reset(ChipShape shape) {
        segment.asSlice(0, sizeBytes(cores, takesArguments)).fill((byte) 0);
        for (int core = 0; core < cores; core++) {
            for (int buffer = 0; buffer < DispatchPayload.BUFFERS; buffer++) {
                long at = at(core, buffer);
                DispatchPayload.SUB_BLOCK.set(segment, at, shape.subBlock(core));
                if (takesArguments) {
                    DispatchPayload.ARGUMENTS_AT.set(segment, at, argumentsAt(core, buffer));
                }
            }
        }
        VarHandle.fullFence();
    }

    /**
     * Describes a kernel run in the payload that a token names.
     *
     * @param position where the core is in its cluster
     * @param gated whether the core waits for its doorbell
     */
    public void fill(
            int core, int token, DispatchSource task, int position, int block, boolean gated) {
        int buffer = DispatchToken.payloadIndex(token);
        long at = at(core, buffer);
        int flags = gated ? DispatchPayload.GATED : 0;
        if (takesArguments && task.tellsEnd()) {
            flags |= DispatchPayload.TELLS;
        }
        DispatchPayload.TASK_ID.set(segment, at, task.taskId());
        SLOT_FUNCTION_FLAGS.set(
                segment,
                at,
                task.slotIndex()
                        | (long) task.functionAt(position) << 32
                        | (long) flags << FLAGS_SHIFT);
        BLOCK_INDEX_COUNT.set(segment, at, block | (long) task.blockCount() << 32);
        if (takesArguments) {
            fillArguments(argumentsAt(core, buffer), task);
            if (gated) {
                fillAwaited(at, task);
            }
        }
    }

    /** Names the task in a payload without describing it: for a core that finds its work itself. */
    public void name(int core, int token, long taskId, int functionId, int block) {
        long at = at(core, token);
        DispatchPayload.TASK_ID.set(segment, at, taskId);
        DispatchPayload.FUNCTION_ID.set(segment, at, functionId);
        DispatchPayload.BLOCK_INDEX.set(segment, at, block);
    }

    /** The task in a payload; {@code token} may as well be the number of the buffer. */
    public long taskId(int core, int token) {
        return DispatchPayload.TASK_ID.get(segment, at(core, token));
    }

    public int functionId(int core, int token) {
        return DispatchPayload.FUNCTION_ID.get(segment, at(core, token));
    }

    public int blockIndex(int core, int token) {
        return (int) DispatchPayload.BLOCK_INDEX.get(segment, at(core, token));
    }

    public boolean isGated(int core, int token) {
        return (DispatchPayload.FLAGS_WORD.get(segment, at(core, token)) & DispatchPayload.GATED)
                != 0;
    }

    private void fillAwaited(long at, DispatchSource task) {
        int count = task.awaitedCount();
        for (int i = 0; i < DispatchPayload.MAX_AWAITED; i++) {
            DispatchPayload.AWAITED.set(segment, at, i, i < count ? task.awaited(i) + 1 : 0);
        }
    }

    private void fillArguments(long at, DispatchSource task) {
        int tensors = task.tensorCount();
        int scalars = task.scalarCount();
        DispatchArguments.TENSOR_COUNT.set(segment, at, tensors);
        DispatchArguments.SCALAR_COUNT.set(segment, at, scalars);
        for (int i = 0; i < scalars; i++) {
            DispatchArguments.SCALARS.set(segment, at, i, task.scalarBits(i));
        }
        for (int i = 0; i < tensors; i++) {
            long tensorAt =
                    at + DispatchArguments.TENSORS + (long) i * TensorDescriptor.LAYOUT.sizeBytes();
            describe(segment, tensorAt, task.tensor(i), task.tagCode(i));
        }
    }

    /** Writes the descriptor of a tensor. */
    public static void describe(MemorySegment segment, long at, Tensor tensor, int tagCode) {
        TensorDescriptor.BASE_ADDRESS.set(segment, at, tensor.baseAddress());
        TensorDescriptor.START_OFFSET.set(segment, at, tensor.startOffset());
        TensorDescriptor.BUFFER_ELEMENTS.set(segment, at, tensor.bufferElements());
        TensorDescriptor.DTYPE.set(segment, at, tensor.dtype().code());
        TensorDescriptor.RANK.set(segment, at, tensor.rank());
        TensorDescriptor.TAG.set(segment, at, tagCode);
        for (int axis = 0; axis < TensorDescriptor.MAX_RANK; axis++) {
            boolean has = axis < tensor.rank();
            TensorDescriptor.SHAPE.set(segment, at, axis, has ? tensor.dimension(axis) : 0);
            TensorDescriptor.STRIDES.set(segment, at, axis, has ? tensor.stride(axis) : 0);
        }
    }

    private static long at(int core, int token) {
        return ((long) core * DispatchPayload.BUFFERS + DispatchToken.payloadIndex(token)) * BYTES;
    }

    private long argumentsAt(int core, int buffer) {
        return (long) cores * DispatchPayload.BUFFERS * BYTES
                + ((long) core * DispatchPayload.BUFFERS + buffer) * DispatchArguments.SIZE_BYTES;
    }
}
