package io.tidemark.chip;

import io.tidemark.abi.dispatch.DispatchArguments;
import io.tidemark.abi.dispatch.DispatchPayload;
import io.tidemark.abi.dispatch.DispatchToken;
import io.tidemark.abi.dispatch.TensorDescriptor;
import io.tidemark.abi.layout.I64;
import io.tidemark.memory.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * The payloads of a chip's cores, two a core, as 64-bit words of an array. Where a device reads them, the same words
 * are also in a segment that the caller owns. If the chip asks for arguments, the {@link DispatchArguments} of each
 * follow in the segment. A core's scheduler fills the payload of the next token before it sends the token, and leaves
 * it alone until the run has ended. The registers publish it.
 */
public final class DispatchPayloads {
    private static final int BYTES = DispatchPayload.LAYOUT.sizeBytes();
    private static final int WORDS = BYTES / Long.BYTES;
    private static final int LEAD = 16; // two cache lines from the array's length, which all read

    private static final int FLAGS_SHIFT = 48;

    // Neighbouring fields in one store: this is written for every kernel run.
    private static final I64 SLOT_FUNCTION_FLAGS = new I64(DispatchPayload.SLOT_INDEX.offset());
    private static final I64 BLOCK_INDEX_COUNT = new I64(DispatchPayload.BLOCK_INDEX.offset());

    private final long[] words;
    private final int cores;
    private final MemorySegment segment; // null if no device reads them
    private final boolean takesArguments;
    private final LongConsumer mayChange; // null if no device reads them
    private CoreArguments dumped; // null when cores dump no arguments in this run

    /** For cores that are stepped by threads of this process. */
    public DispatchPayloads(int cores) {
        this.words = words(cores);
        this.cores = cores;
        this.segment = null;
        this.takesArguments = false;
        this.mayChange = null;
    }

    /**
     * For cores of a device.
     *
     * @param takesArguments whether the cores read tensors and scalars from the payloads; it costs
     *     time and memory
     */
    public DispatchPayloads(MemorySegment segment, int cores, boolean takesArguments) {
        this(segment, cores, takesArguments, _ -> {});
    }

    /**
     * @param mayChange told the address of each tensor that a kernel run may write to, by the
     *     scheduler that describes the run and before it is sent; only where the cores take
     *     arguments
     */
    public DispatchPayloads(MemorySegment segment, int cores, boolean takesArguments, LongConsumer mayChange) {
        if (segment.byteSize() < sizeBytes(cores, takesArguments)) {
            throw new IllegalArgumentException("segment has byteSize=%d cores=%d need %d"
                    .formatted(segment.byteSize(), cores, sizeBytes(cores, takesArguments)));
        }
        this.words = words(cores);
        this.cores = cores;
        this.segment = segment;
        this.takesArguments = takesArguments;
        this.mayChange = mayChange;
    }

    private static long[] words(int cores) {
        return new long[2 * LEAD + cores * DispatchPayload.BUFFERS * WORDS];
    }

    /**
     * What the chip dumps of tasks from now on; null for nothing. Before the run, and only where
     * cores take arguments.
     */
    public void dumpBy(CoreArguments arguments) {
        dumped = arguments;
    }

    /** Of the segment that a device reads. */
    public static long sizeBytes(int cores, boolean takesArguments) {
        long payloads = (long) cores * DispatchPayload.BUFFERS;
        return payloads * (BYTES + (takesArguments ? DispatchArguments.SIZE_BYTES : 0));
    }

    /** The words of a payload, a copy. */
    public long[] words(int core, int token) {
        return Arrays.copyOfRange(words, at(core, token), at(core, token) + WORDS);
    }

    /**
     * Clears all payloads and writes the fields that never change. Called before the cores start.
     */
    public void reset(ChipShape shape) {
        Arrays.fill(words, 0);
        for (int core = 0; core < cores; core++) {
            for (int buffer = 0; buffer < DispatchPayload.BUFFERS; buffer++) {
                words[at(core, buffer) + DispatchPayload.SUB_BLOCK.word()] =
                        (long) shape.subBlock(core) << DispatchPayload.SUB_BLOCK.bit();
            }
        }
        if (segment != null) {
            resetSegment(shape);
        }
        VarHandle.fullFence();
    }

    private void resetSegment(ChipShape shape) {
        segment.asSlice(0, sizeBytes(cores, takesArguments)).fill((byte) 0);
        for (int core = 0; core < cores; core++) {
            for (int buffer = 0; buffer < DispatchPayload.BUFFERS; buffer++) {
                long at = segmentAt(core, buffer);
                DispatchPayload.SUB_BLOCK.set(segment, at, shape.subBlock(core));
                if (takesArguments) {
                    DispatchPayload.ARGUMENTS_AT.set(segment, at, argumentsAt(core, buffer));
                }
            }
        }
    }

    /**
     * Describes a kernel run in the payload that a token names.
     *
     * @param position where the core is in its cluster
     * @param gated whether the core waits for its doorbell
     */
    public void fill(int core, int token, DispatchSource task, int position, int block, boolean gated) {
        int flags = gated ? DispatchPayload.GATED : 0;
        if (takesArguments && task.tellsEnd()) {
            flags |= DispatchPayload.TELLS;
        }
        boolean isDumped = dumped != null && task.isOneRun();
        if (isDumped) {
            flags |= dumpFlags(task);
        }
        int at = at(core, token);
        words[at + DispatchPayload.TASK_ID.word()] = task.taskId();
        words[at + SLOT_FUNCTION_FLAGS.word()] =
                task.slotIndex() | (long) task.functionAt(position) << 32 | (long) flags << FLAGS_SHIFT;
        words[at + BLOCK_INDEX_COUNT.word()] = block | (long) task.blockCount() << 32;
        if (segment != null) {
            fillSegment(core, token, task, gated, isDumped);
        }
    }

    private int dumpFlags(DispatchSource task) {
        return (dumped.isDumped(task, false) ? DispatchPayload.DUMP_BEFORE : 0)
                | (dumped.isDumped(task, true) ? DispatchPayload.DUMP_AFTER : 0);
    }

    /** The same words where the device reads them, and the arguments. */
    private void fillSegment(int core, int token, DispatchSource task, boolean gated, boolean isDumped) {
        int buffer = DispatchToken.payloadIndex(token);
        int from = at(core, buffer);
        long at = segmentAt(core, buffer);
        DispatchPayload.TASK_ID.set(segment, at, DispatchPayload.TASK_ID.of(words, from));
        SLOT_FUNCTION_FLAGS.set(segment, at, SLOT_FUNCTION_FLAGS.of(words, from));
        BLOCK_INDEX_COUNT.set(segment, at, BLOCK_INDEX_COUNT.of(words, from));
        if (takesArguments) {
            fillArguments(segment, argumentsAt(core, buffer), task, isDumped);
            if (gated) {
                fillAwaited(at, task);
            }
        }
    }

    /**
     * Names the task in a payload without describing it: for a core that finds its work itself, and
     * does not read this.
     */
    public void name(int core, int token, long taskId, int functionId, int block) {
        int at = at(core, token);
        words[at + DispatchPayload.TASK_ID.word()] = taskId;
        words[at + SLOT_FUNCTION_FLAGS.word()] = (long) functionId << 32;
        words[at + BLOCK_INDEX_COUNT.word()] = block;
    }

    /** The task in a payload; {@code token} may as well be the number of the buffer. */
    public long taskId(int core, int token) {
        return DispatchPayload.TASK_ID.of(words, at(core, token));
    }

    public int functionId(int core, int token) {
        return DispatchPayload.FUNCTION_ID.of(words, at(core, token));
    }

    public int blockIndex(int core, int token) {
        return (int) DispatchPayload.BLOCK_INDEX.of(words, at(core, token));
    }

    public boolean isGated(int core, int token) {
        return (DispatchPayload.FLAGS_WORD.of(words, at(core, token)) & DispatchPayload.GATED) != 0;
    }

    /** Stages at which the core dumps the arguments of a run. */
    public int dumpStages(int core, int token) {
        int flags = DispatchPayload.FLAGS_WORD.of(words, at(core, token));
        return Integer.bitCount(flags & (DispatchPayload.DUMP_BEFORE | DispatchPayload.DUMP_AFTER));
    }

    private void fillAwaited(long at, DispatchSource task) {
        int count = task.awaitedCount();
        for (int i = 0; i < DispatchPayload.MAX_AWAITED; i++) {
            DispatchPayload.AWAITED.set(segment, at, i, i < count ? task.awaited(i) + 1 : 0);
        }
    }

    /**
     * Writes the {@link DispatchArguments} of a task for who dumps them and runs no kernel. Any
     * thread; in a run of which something is dumped.
     */
    public void fillDumped(MemorySegment target, DispatchSource task) {
        fillArguments(target, 0, task, true);
    }

    private void fillArguments(MemorySegment target, long at, DispatchSource task, boolean isDumped) {
        int tensors = task.tensorCount();
        int scalars = task.scalarCount();
        DispatchArguments.TENSOR_COUNT.set(target, at, tensors);
        DispatchArguments.SCALAR_COUNT.set(target, at, scalars);
        for (int i = 0; i < scalars; i++) {
            DispatchArguments.SCALARS.set(target, at, i, task.scalarBits(i));
        }
        for (int i = 0; i < tensors; i++) {
            long tensorAt = at + DispatchArguments.TENSORS + (long) i * TensorDescriptor.LAYOUT.sizeBytes();
            Tensor tensor = task.tensor(i);
            describe(target, tensorAt, tensor, task.tagCode(i));
            if (dumped != null) {
                TensorDescriptor.DUMP.set(target, tensorAt, isDumped ? dumped.dumpOf(task, i) : 0);
            }
            if (task.tagCode(i) != TensorDescriptor.TAG_INPUT) {
                mayChange.accept(tensor.baseAddress());
            }
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

    private static int at(int core, int token) {
        return LEAD + (core * DispatchPayload.BUFFERS + DispatchToken.payloadIndex(token)) * WORDS;
    }

    private static long segmentAt(int core, int buffer) {
        return ((long) core * DispatchPayload.BUFFERS + buffer) * BYTES;
    }

    private long argumentsAt(int core, int buffer) {
        return (long) cores * DispatchPayload.BUFFERS * BYTES
                + ((long) core * DispatchPayload.BUFFERS + buffer) * DispatchArguments.SIZE_BYTES;
    }
}
