package io.tidemark.probe.deps;

import io.tidemark.abi.Channel;
import io.tidemark.abi.deps.SlotKind;
import io.tidemark.abi.deps.SubmitDependencies;
import io.tidemark.abi.deps.SubmitHeader;
import io.tidemark.abi.deps.SubmitKind;
import io.tidemark.abi.deps.SubmitResult;
import io.tidemark.abi.deps.SubmitSlot;
import io.tidemark.abi.deps.SubmitStrides;
import io.tidemark.abi.deps.SubmitTensor;
import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.memory.region.StreamPlace;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.probe.BufferLane;
import io.tidemark.probe.LaneGroup;
import io.tidemark.probe.PatientLanes;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Device side of the deps channel. Orchestrator thread only. Per submit: {@link #begin}, a {@link
 * #tensor} per argument that has one, a {@link #dependency} per explicit one, {@link #end}; after
 * the look-up {@link #result}. Never allocates. When the channel is full it waits up to the
 * deadline; after that, or if the channel drops, slots are refused and counted one by one, and a
 * reader sees that their submit is not whole.
 */
public final class DepsProbe {
    private static final int ORCHESTRATOR_QUEUE = 0; // nobody else writes this channel
    private static final int LANE = 0;

    private final MemorySegment segment;
    private final BufferLane lane;
    private final PatientLanes lanes;
    private final long[] words = new long[SubmitDependencies.PER_SLOT];
    private int wordCount;
    private long submit = -1;

    private DepsProbe(
            MemorySegment segment, StreamPlace stream, long timeoutNanos, LongSupplier nanoClock) {
        this.segment = segment;
        lane = new BufferLane(segment, stream, LANE, 1);
        lanes =
                new PatientLanes(
                        LaneGroup.open(
                                segment,
                                stream,
                                ORCHESTRATOR_QUEUE,
                                List.of(lane),
                                timeoutNanos,
                                nanoClock));
    }

    /** The probe of a region; empty if it has no deps channel. */
    public static Optional<DepsProbe> open(
            DeviceRegion region, long timeoutNanos, LongSupplier nanoClock) {
        return region.stream(Channel.DEPS, 0)
                .map(stream -> new DepsProbe(region.memory(), stream, timeoutNanos, nanoClock));
    }

    /**
     * Opens the chain of a submit.
     *
     * @param flags of {@link SubmitHeader}
     * @param tags of arguments 0 to 15, four bits each
     * @param moreTags of arguments 16 to 31
     * @param alive0 oldest task of ring 0 that the look-up will take for alive; the others likewise
     */
    public void begin(
            SubmitKind kind,
            int flags,
            int depth,
            long taskId,
            int aicKernel,
            int aiv0Kernel,
            int aiv1Kernel,
            int blocks,
            int tensors,
            int dependencies,
            long tags,
            long moreTags,
            int alive0,
            int alive1,
            int alive2,
            int alive3) {
        submit++;
        wordCount = 0;
        long at = slot(SlotKind.HEADER, kind.code(), flags, tensors);
        if (at == BufferLane.NO_SLOT) {
            return;
        }
        SubmitHeader.TASK_ID.set(segment, at, taskId);
        SubmitHeader.OLDEST_ALIVE.set(segment, at, 0, alive0);
        SubmitHeader.OLDEST_ALIVE.set(segment, at, 1, alive1);
        SubmitHeader.OLDEST_ALIVE.set(segment, at, 2, alive2);
        SubmitHeader.OLDEST_ALIVE.set(segment, at, 3, alive3);
        SubmitHeader.TAGS.set(segment, at, 0, tags);
        SubmitHeader.TAGS.set(segment, at, 1, moreTags);
        SubmitHeader.AIC_KERNEL.set(segment, at, aicKernel);
        SubmitHeader.AIV0_KERNEL.set(segment, at, aiv0Kernel);
        SubmitHeader.AIV1_KERNEL.set(segment, at, aiv1Kernel);
        SubmitHeader.DEPTH.set(segment, at, depth);
        SubmitHeader.BLOCKS.set(segment, at, blocks);
        SubmitHeader.DEPENDENCIES.set(segment, at, dependencies);
        lane.commit();
    }

    public void tensor(int argument, Tensor tensor) {
        int form = tensor.rank();
        form |= tensor.isManualDependency() ? SubmitTensor.MANUAL_DEPENDENCY : 0;
        boolean rowMajor = hasRowMajorStrides(tensor);
        form |= rowMajor ? 0 : SubmitTensor.STRIDED;
        long at = slot(SlotKind.TENSOR, argument, tensor.dtype().code(), form);
        if (at != BufferLane.NO_SLOT) {
            SubmitTensor.BASE_ADDRESS.set(segment, at, tensor.baseAddress());
            SubmitTensor.OWNER.set(segment, at, tensor.ownerTaskId());
            SubmitTensor.START_OFFSET.set(segment, at, tensor.startOffset());
            SubmitTensor.BUFFER_ELEMENTS.set(segment, at, tensor.bufferElements());
            for (int axis = 0; axis < SubmitTensor.MAX_RANK; axis++) {
                int length = axis < tensor.rank() ? tensor.dimension(axis) : 0;
                SubmitTensor.SHAPE.set(segment, at, axis, length);
            }
            SubmitTensor.VERSION.set(segment, at, tensor.version());
            lane.commit();
        }
        if (!rowMajor) {
            strides(argument, tensor);
        }
    }

    /**
     * Whether the strides follow from the shape. A contiguous view need not have them: along a
     * dimension of one element any stride will do, but the overlap test reads it.
     */
    private static boolean hasRowMajorStrides(Tensor tensor) {
        long expected = 1;
        for (int axis = tensor.rank() - 1; axis >= 0; axis--) {
            if (tensor.stride(axis) != expected) {
                return false;
            }
            expected *= tensor.dimension(axis);
        }
        return true;
    }

    private void strides(int argument, Tensor tensor) {
        long at = clearedSlot(SlotKind.STRIDES, argument);
        if (at == BufferLane.NO_SLOT) {
            return;
        }
        for (int axis = 0; axis < tensor.rank(); axis++) {
            SubmitStrides.STRIDES.set(segment, at, axis, tensor.stride(axis));
        }
        lane.commit();
    }

    /**
     * @param flags 1 wait, 2 retain
     */
    public void dependency(long taskId, int flags) {
        words[wordCount++] = taskId | (long) flags << SubmitDependencies.FLAGS_SHIFT;
        if (wordCount == SubmitDependencies.PER_SLOT) {
            writeWords();
        }
    }

    /** Ends the chain: everything the submit says is recorded. */
    public void end() {
        if (wordCount > 0) {
            writeWords();
        }
    }

    private void writeWords() {
        long at = clearedSlot(SlotKind.DEPENDENCIES, wordCount);
        if (at != BufferLane.NO_SLOT) {
            for (int i = 0; i < wordCount; i++) {
                SubmitDependencies.WORDS.set(segment, at, i, words[i]);
            }
            lane.commit();
        }
        wordCount = 0;
    }

    /** What the runtime found for the submit begun last. */
    public void result(long taskId, int edges, long digest) {
        long at = clearedSlot(SlotKind.RESULT, 0);
        if (at == BufferLane.NO_SLOT) {
            return;
        }
        SubmitResult.TASK_ID.set(segment, at, taskId);
        SubmitResult.DIGEST.set(segment, at, digest);
        SubmitResult.EDGES.set(segment, at, edges);
        lane.commit();
    }

    private long slot(SlotKind kind, int first, int second, int third) {
        lanes.awaitRoom();
        long at = lane.reserve();
        if (at != BufferLane.NO_SLOT) {
            SubmitSlot.KIND.set(segment, at, kind.code());
            SubmitSlot.DETAIL.set(segment, at, 0, first);
            SubmitSlot.DETAIL.set(segment, at, 1, second);
            SubmitSlot.DETAIL.set(segment, at, 2, third);
            SubmitSlot.SUBMIT.set(segment, at, submit);
        }
        return at;
    }

    /** A slot that its kind does not fill: what another kind left there must not show through. */
    private long clearedSlot(SlotKind kind, int first) {
        long at = slot(kind, first, 0, 0);
        if (at != BufferLane.NO_SLOT) {
            for (int i = 0; i < SubmitSlot.BODY.length(); i++) {
                SubmitSlot.BODY.set(segment, at, i, 0);
            }
        }
        return at;
    }

    /** Hands over everything at the end of a run; waits for room up to the deadline. */
    public void flush() {
        lanes.flush();
    }

    /** True while the orchestrator stands still for the host. Any thread. */
    public boolean isHeld() {
        return lanes.isHeld();
    }

    /** Names every buffer that the device half holds, for a census at rest. */
    public void eachBuffer(LongConsumer visitor) {
        lanes.eachBuffer(visitor);
    }
}
