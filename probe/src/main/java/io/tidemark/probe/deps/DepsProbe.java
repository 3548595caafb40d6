package io.tidemark.probe.deps;

import io.tidemark.abi.deps.DepsChannel;
import io.tidemark.abi.deps.SlotKind;
import io.tidemark.abi.deps.SubmitDependencies;
import io.tidemark.abi.deps.SubmitHeader;
import io.tidemark.abi.deps.SubmitKind;
import io.tidemark.abi.deps.SubmitReferences;
import io.tidemark.abi.deps.SubmitSlot;
import io.tidemark.abi.deps.SubmitTensor;
import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.memory.region.StreamPlace;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.probe.BufferLane;
import io.tidemark.probe.HostWaits;
import io.tidemark.probe.LaneGroup;
import io.tidemark.probe.PatientLanes;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Device side of the deps channel. Orchestrator thread only. Per submit: {@link #begin}, a {@link
 * #tensor} per argument that has one, a {@link #dependency} per explicit one, {@link #end}; after
 * the look-up {@link #result}. A tensor that equals one of the last submits is not described again:
 * its argument refers to that slot. Never allocates. When the channel is full it waits up to the
 * deadline; after that, or if the channel drops, slots are refused and counted one by one, and a
 * reader sees that their submit is not whole.
 */
public final class DepsProbe {
    private static final int ORCHESTRATOR_QUEUE = 0; // the only writer of this channel
    private static final int LANE = 0;

    /** How often room is asked for: most submits fit one step. */
    private static final int SLOTS_PER_STEP = 8;

    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int WORDS_PER_SLOT = SubmitSlot.SIZE_BYTES / Long.BYTES;

    private final MemorySegment segment;
    private final BufferLane lane;
    private final PatientLanes lanes;
    private final int slotsPerStep;
    private final long[] words = new long[SubmitDependencies.PER_SLOT];
    private int wordCount;
    private final RecordedTensors recorded = new RecordedTensors();
    private final long[] references = new long[SubmitReferences.PER_SLOT];
    private int referenceCount;
    private final long[] slots; // of this step, one after the other
    private int used; // words of them
    private int slotsPromised;
    private long submit = -1;

    private DepsProbe(MemorySegment segment, StreamPlace stream, HostWaits waits) {
        this.segment = segment;
        slotsPerStep = Math.min(SLOTS_PER_STEP, stream.recordsPerBuffer());
        slots = new long[slotsPerStep * WORDS_PER_SLOT];
        lane = new BufferLane(segment, stream, LANE, slotsPerStep);
        lanes = new PatientLanes(LaneGroup.open(segment, stream, ORCHESTRATOR_QUEUE, List.of(lane), waits));
    }

    /** The probe of a region; empty if it has no deps channel. */
    public static Optional<DepsProbe> open(DeviceRegion region, HostWaits waits) {
        return region.stream(DepsChannel.CHANNEL, 0).map(stream -> new DepsProbe(region.memory(), stream, waits));
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
        referenceCount = 0;
        put(
                SubmitSlot.head(SlotKind.HEADER, kind.code(), flags, tensors, submit),
                taskId,
                halves(alive0, alive1),
                halves(alive2, alive3),
                tags,
                moreTags,
                halves(aicKernel | aiv0Kernel << 16, aiv1Kernel | depth << 16),
                halves(blocks, dependencies));
    }

    public void tensor(int argument, Tensor tensor) {
        long place = recorded.find(tensor, submit);
        if (place == RecordedTensors.NONE) {
            describe(argument, tensor);
            recorded.add(tensor, submit, argument);
            return;
        }
        references[referenceCount++] = SubmitReferences.word(place, argument);
        if (referenceCount == SubmitReferences.PER_SLOT) {
            writeReferences();
        }
    }

    private void describe(int argument, Tensor tensor) {
        int form = tensor.rank();
        form |= tensor.isManualDependency() ? SubmitTensor.MANUAL_DEPENDENCY : 0;
        boolean rowMajor = hasRowMajorStrides(tensor);
        form |= rowMajor ? 0 : SubmitTensor.STRIDED;
        int rank = tensor.rank();
        put(
                SubmitSlot.head(SlotKind.TENSOR, argument, tensor.dtype().code(), form, submit),
                tensor.baseAddress(),
                tensor.ownerTaskId(),
                tensor.startOffset(),
                tensor.bufferElements(),
                halves(tensor.dimension(0), rank > 1 ? tensor.dimension(1) : 0),
                halves(rank > 2 ? tensor.dimension(2) : 0, rank > 3 ? tensor.dimension(3) : 0),
                halves(rank > 4 ? tensor.dimension(4) : 0, tensor.version()));
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
        int rank = tensor.rank();
        put(
                SubmitSlot.head(SlotKind.STRIDES, argument, 0, 0, submit),
                tensor.stride(0),
                rank > 1 ? tensor.stride(1) : 0,
                rank > 2 ? tensor.stride(2) : 0,
                rank > 3 ? tensor.stride(3) : 0,
                rank > 4 ? tensor.stride(4) : 0,
                0,
                0);
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
        if (referenceCount > 0) {
            writeReferences();
        }
        if (wordCount > 0) {
            writeWords();
        }
        write();
    }

    private void writeReferences() {
        put(SlotKind.REFERENCES, references, referenceCount);
        referenceCount = 0;
    }

    private void writeWords() {
        put(SlotKind.DEPENDENCIES, words, wordCount);
        wordCount = 0;
    }

    /** One slot of seven words, of which {@code count} are used. */
    private void put(SlotKind kind, long[] seven, int count) {
        Arrays.fill(seven, count, seven.length, 0);
        put(
                SubmitSlot.head(kind, count, 0, 0, submit),
                seven[0],
                seven[1],
                seven[2],
                seven[3],
                seven[4],
                seven[5],
                seven[6]);
    }

    /** What the runtime found for the submit begun last. */
    public void result(long taskId, int edges, long digest) {
        put(SubmitSlot.head(SlotKind.RESULT, 0, 0, 0, submit), taskId, digest, edges, 0, 0, 0, 0);
        write();
    }

    /**
     * Fills one slot, in words of the heap: a word of the region costs ten times as much as long as
     * the code is not fully optimised. Every byte is written, so nothing of another kind's slot
     * shows through.
     */
    private void put(long head, long a, long b, long c, long d, long e, long f, long g) {
        int at = used;
        long[] step = slots;
        if (at == step.length) {
            write();
            at = 0;
        }
        step[at] = head;
        step[at + 1] = a;
        step[at + 2] = b;
        step[at + 3] = c;
        step[at + 4] = d;
        step[at + 5] = e;
        step[at + 6] = f;
        step[at + 7] = g;
        used = at + WORDS_PER_SLOT;
    }

    /** Writes the slots of this step; those that are refused are left out. */
    private void write() {
        int count = used / WORDS_PER_SLOT;
        used = 0;
        if (slotsPromised < count) {
            lanes.awaitRoom();
            slotsPromised = slotsPerStep;
        }
        slotsPromised -= count;
        for (int written = 0; written < count; ) {
            int some = lane.reserveRun(count - written);
            if (some == 0) {
                written++;
                recorded.forget(submit);
                continue;
            }
            int from = written * WORDS_PER_SLOT;
            MemorySegment.copy(slots, from, segment, WORD, lane.runAt(), some * WORDS_PER_SLOT);
            lane.commitRun(some);
            written += some;
        }
    }

    private static long halves(int low, int high) {
        return low & 0xFFFF_FFFFL | (long) high << 32;
    }

    /** Hands over everything at the end of a run; waits for room up to the deadline. */
    public void flush() {
        lanes.flush();
    }
}
