package io.tidemark.collector.deps;

import io.tidemark.abi.DType;
import io.tidemark.abi.deps.SlotKind;
import io.tidemark.abi.deps.SubmitDependencies;
import io.tidemark.abi.deps.SubmitHeader;
import io.tidemark.abi.deps.SubmitKind;
import io.tidemark.abi.deps.SubmitResult;
import io.tidemark.abi.deps.SubmitSlot;
import io.tidemark.abi.deps.SubmitStrides;
import io.tidemark.abi.deps.SubmitTensor;
import io.tidemark.memory.deps.FoundEdges;
import io.tidemark.memory.deps.RecordedSubmit;
import io.tidemark.memory.deps.RecordedSubmit.Argument;
import io.tidemark.memory.deps.RecordedSubmit.Dependency;
import io.tidemark.memory.deps.RecordedSubmit.Kernels;
import io.tidemark.memory.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The slots of one submit while they are read. Reused, one thread. The bytes come from the other
 * half and are not trusted: what makes no sense gives no submit, and never an exception.
 */
final class SubmitChain {
    private static final int OUTPUT_TAG = 1; // the one tag without a tensor
    private static final int TAG_BITS = 4;
    private static final int TAGS_PER_WORD = Long.SIZE / TAG_BITS;
    private static final long NOWHERE = -1;

    private final long[] tensorAt = new long[SubmitHeader.MAX_TENSORS];
    private final long[] stridesAt = new long[SubmitHeader.MAX_TENSORS];
    private final List<Dependency> dependencies = new ArrayList<>();
    private MemorySegment bytes;
    private long headerAt = NOWHERE;
    private long resultAt = NOWHERE;

    boolean isOpen() {
        return headerAt != NOWHERE;
    }

    void open(MemorySegment segment, long at) {
        bytes = segment;
        headerAt = at;
        resultAt = NOWHERE;
        dependencies.clear();
        Arrays.fill(tensorAt, NOWHERE);
        Arrays.fill(stridesAt, NOWHERE);
    }

    /** Takes a slot behind the header; false if it is no part of this submit. */
    boolean add(SlotKind kind, MemorySegment segment, long at) {
        if (!isOpen() || SubmitSlot.SUBMIT.get(segment, at) != number()) {
            return false;
        }
        int detail = SubmitSlot.DETAIL.get(segment, at, 0);
        switch (kind) {
            case TENSOR -> {
                return put(tensorAt, detail, at);
            }
            case STRIDES -> {
                return put(stridesAt, detail, at);
            }
            case DEPENDENCIES -> {
                return addDependencies(at, detail);
            }
            case RESULT -> resultAt = at;
            case HEADER -> throw new IllegalArgumentException("kind=" + kind);
        }
        return true;
    }

    private static boolean put(long[] places, int argument, long at) {
        if (argument >= places.length) {
            return false;
        }
        places[argument] = at;
        return true;
    }

    private boolean addDependencies(long at, int used) {
        if (used > SubmitDependencies.PER_SLOT) {
            return false;
        }
        for (int i = 0; i < used; i++) {
            long word = SubmitDependencies.WORDS.get(bytes, at, i);
            long id = word & (1L << SubmitDependencies.FLAGS_SHIFT) - 1;
            dependencies.add(new Dependency(id, (int) (word >>> SubmitDependencies.FLAGS_SHIFT)));
        }
        return true;
    }

    private long number() {
        return SubmitHeader.SUBMIT.get(bytes, headerAt);
    }

    /** Ends the chain; empty if a slot is missing or damaged. */
    Optional<RecordedSubmit> close() {
        long at = headerAt;
        headerAt = NOWHERE;
        Optional<SubmitKind> kind = SubmitKind.ofCode(SubmitHeader.SUBMIT_KIND.get(bytes, at));
        int count = SubmitHeader.TENSORS.get(bytes, at);
        if (kind.isEmpty()
                || count > SubmitHeader.MAX_TENSORS
                || dependencies.size() != SubmitHeader.DEPENDENCIES.get(bytes, at)) {
            return Optional.empty();
        }
        Argument[] arguments = new Argument[count];
        try {
            for (int i = 0; i < count; i++) {
                arguments[i] = argument(at, i);
                if (arguments[i] == null) {
                    return Optional.empty();
                }
            }
        } catch (IllegalArgumentException damaged) {
            return Optional.empty(); // a view that its buffer does not hold
        }
        int flags = SubmitHeader.FLAG_BITS.get(bytes, at);
        int[] alive = new int[4];
        for (int ring = 0; ring < alive.length; ring++) {
            alive[ring] = (int) SubmitHeader.OLDEST_ALIVE.get(bytes, at, ring);
        }
        return Optional.of(
                new RecordedSubmit(
                        SubmitHeader.SUBMIT.get(bytes, at),
                        SubmitHeader.TASK_ID.get(bytes, at),
                        kind.get(),
                        (flags & SubmitHeader.MANUAL_SCOPE) != 0,
                        (flags & SubmitHeader.EARLY_DISPATCH) != 0,
                        kernels(at),
                        alive,
                        arguments,
                        dependencies.toArray(Dependency[]::new),
                        found()));
    }

    private Kernels kernels(long at) {
        return new Kernels(
                kernel(SubmitHeader.AIC_KERNEL.get(bytes, at)),
                kernel(SubmitHeader.AIV0_KERNEL.get(bytes, at)),
                kernel(SubmitHeader.AIV1_KERNEL.get(bytes, at)),
                (int) SubmitHeader.BLOCKS.get(bytes, at));
    }

    private static int kernel(int code) {
        return code == SubmitHeader.NO_KERNEL ? RecordedSubmit.NO_KERNEL : code;
    }

    private Optional<FoundEdges> found() {
        return resultAt == NOWHERE
                ? Optional.empty()
                : Optional.of(
                        new FoundEdges(
                                SubmitResult.EDGES.get(bytes, resultAt),
                                SubmitResult.DIGEST.get(bytes, resultAt)));
    }

    private Argument argument(long at, int index) {
        long tags = SubmitHeader.TAGS.get(bytes, at, index / TAGS_PER_WORD);
        int tag = (int) (tags >>> index % TAGS_PER_WORD * TAG_BITS) & (1 << TAG_BITS) - 1;
        if (tag == OUTPUT_TAG) {
            return new Argument(tag, null);
        }
        return tensorAt[index] == NOWHERE ? null : tensor(index, tag);
    }

    private Argument tensor(int index, int tag) {
        long at = tensorAt[index];
        int form = SubmitTensor.FORM.get(bytes, at);
        int rank = form & SubmitTensor.RANK_MASK;
        boolean strided = (form & SubmitTensor.STRIDED) != 0;
        if (rank < 1 || rank > SubmitTensor.MAX_RANK || strided && stridesAt[index] == NOWHERE) {
            return null;
        }
        int[] shape = new int[rank];
        long[] strides = new long[rank];
        long rowMajor = 1;
        for (int axis = rank - 1; axis >= 0; axis--) {
            shape[axis] = (int) SubmitTensor.SHAPE.get(bytes, at, axis);
            strides[axis] =
                    strided ? SubmitStrides.STRIDES.get(bytes, stridesAt[index], axis) : rowMajor;
            rowMajor *= shape[axis];
        }
        Tensor tensor =
                Tensor.ofStrided(
                        SubmitTensor.BASE_ADDRESS.get(bytes, at),
                        SubmitTensor.BUFFER_ELEMENTS.get(bytes, at),
                        DType.ofCode(SubmitTensor.DTYPE.get(bytes, at)),
                        shape,
                        strides,
                        SubmitTensor.START_OFFSET.get(bytes, at));
        tensor = tensor.ownedBy(SubmitTensor.OWNER.get(bytes, at));
        tensor = tensor.withVersion(SubmitTensor.VERSION.get(bytes, at));
        boolean manual = (form & SubmitTensor.MANUAL_DEPENDENCY) != 0;
        return new Argument(tag, manual ? tensor.withManualDependency() : tensor);
    }
}
