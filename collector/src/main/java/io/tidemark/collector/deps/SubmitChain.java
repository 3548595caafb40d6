package io.tidemark.collector.deps;

import io.tidemark.abi.DType;
import io.tidemark.abi.TaskId;
import io.tidemark.abi.deps.SlotKind;
import io.tidemark.abi.deps.SubmitDependencies;
import io.tidemark.abi.deps.SubmitHeader;
import io.tidemark.abi.deps.SubmitKind;
import io.tidemark.abi.deps.SubmitReferences;
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
import java.util.ArrayList;
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

    private static final int SLOT = SubmitSlot.SIZE_BYTES / Long.BYTES;
    private static final int HEADER = 0;
    private static final int RESULT = SLOT;
    private static final int TENSORS = 2 * SLOT;
    private static final int STRIDES = TENSORS + SubmitHeader.MAX_TENSORS * SLOT;
    private static final int END = STRIDES + SubmitHeader.MAX_TENSORS * SLOT;

    private static final int ROW_MAJOR = -1;
    private static final Dependency[] NO_DEPENDENCIES = {};

    private final long[] words = new long[END]; // of the slots, each at its place
    private final List<Dependency> dependencies = new ArrayList<>();
    private final KnownTensors known = new KnownTensors();
    private final EarlierTensors earlier = new EarlierTensors();
    private final Tensor[] referred = new Tensor[SubmitHeader.MAX_TENSORS]; // by argument
    private boolean open;
    private boolean hasResult;
    private long tensors; // bits of arguments whose slot is there
    private long strides;
    private long references; // bits of arguments whose tensor an earlier submit has

    boolean isOpen() {
        return open;
    }

    void open(long[] slot, int at) {
        take(slot, at, HEADER);
        open = true;
        hasResult = false;
        tensors = 0;
        strides = 0;
        references = 0;
        dependencies.clear();
    }

    private void take(long[] slot, int at, int place) {
        System.arraycopy(slot, at, words, place, SLOT);
    }

    /** Takes a slot behind the header; false if it is no part of this submit. */
    boolean add(SlotKind kind, long[] slot, int at) {
        if (!open || SubmitSlot.SUBMIT.of(slot, at) != number()) {
            return false;
        }
        int detail = SubmitSlot.DETAIL.of(slot, at, 0);
        switch (kind) {
            case TENSOR -> {
                if (detail >= SubmitHeader.MAX_TENSORS) {
                    return false;
                }
                take(slot, at, TENSORS + detail * SLOT);
                tensors |= 1L << detail;
            }
            case STRIDES -> {
                if (detail >= SubmitHeader.MAX_TENSORS) {
                    return false;
                }
                take(slot, at, STRIDES + detail * SLOT);
                strides |= 1L << detail;
            }
            case DEPENDENCIES -> {
                return addDependencies(slot, at, detail);
            }
            case REFERENCES -> {
                return addReferences(slot, at, detail);
            }
            case RESULT -> {
                take(slot, at, RESULT);
                hasResult = true;
            }
            case HEADER -> throw new IllegalArgumentException("kind=" + kind);
        }
        return true;
    }

    private boolean addDependencies(long[] slot, int at, int used) {
        if (used > SubmitDependencies.PER_SLOT) {
            return false;
        }
        for (int i = 0; i < used; i++) {
            long word = SubmitDependencies.WORDS.of(slot, at, i);
            long id = word & (1L << SubmitDependencies.FLAGS_SHIFT) - 1;
            dependencies.add(new Dependency(id, (int) (word >>> SubmitDependencies.FLAGS_SHIFT)));
        }
        return true;
    }

    /**
     * A tensor whose slot is not there leaves its argument out, so that this submit is not whole.
     */
    private boolean addReferences(long[] slot, int at, int used) {
        if (used > SubmitReferences.PER_SLOT) {
            return false;
        }
        for (int i = 0; i < used; i++) {
            long word = SubmitReferences.WORDS.of(slot, at, i);
            long submit = SubmitReferences.submit(word);
            int argument = SubmitReferences.argumentHere(word);
            if (argument >= SubmitHeader.MAX_TENSORS || !SubmitReferences.reaches(number(), submit)) {
                return false;
            }
            Tensor tensor = earlier.find(submit, SubmitReferences.argumentThere(word));
            if (tensor != null) {
                referred[argument] = tensor;
                references |= 1L << argument;
            }
        }
        return true;
    }

    private long number() {
        return SubmitHeader.SUBMIT.of(words, HEADER);
    }

    /** Ends the chain; empty if a slot is missing or damaged. */
    Optional<RecordedSubmit> close() {
        open = false;
        earlier.begin(number());
        Optional<SubmitKind> kind = SubmitKind.ofCode(SubmitHeader.SUBMIT_KIND.of(words, HEADER));
        int count = SubmitHeader.TENSORS.of(words, HEADER);
        if (kind.isEmpty()
                || count > SubmitHeader.MAX_TENSORS
                || dependencies.size() != SubmitHeader.DEPENDENCIES.of(words, HEADER)) {
            return Optional.empty();
        }
        Argument[] arguments = new Argument[count];
        try {
            for (int i = 0; i < count; i++) {
                arguments[i] = argument(i);
                if (arguments[i] == null) {
                    return Optional.empty();
                }
            }
        } catch (IllegalArgumentException damaged) {
            return Optional.empty(); // a view that its buffer does not hold
        }
        int flags = SubmitHeader.FLAG_BITS.of(words, HEADER);
        int[] alive = new int[TaskId.RINGS];
        for (int ring = 0; ring < TaskId.RINGS; ring++) {
            alive[ring] = (int) SubmitHeader.OLDEST_ALIVE.of(words, HEADER, ring);
        }
        return Optional.of(new RecordedSubmit(
                number(),
                SubmitHeader.TASK_ID.of(words, HEADER),
                kind.get(),
                (flags & SubmitHeader.MANUAL_SCOPE) != 0,
                (flags & SubmitHeader.EARLY_DISPATCH) != 0,
                kernels(),
                alive,
                arguments,
                dependencies.isEmpty() ? NO_DEPENDENCIES : dependencies.toArray(Dependency[]::new),
                found()));
    }

    private Kernels kernels() {
        return new Kernels(
                kernel(SubmitHeader.AIC_KERNEL.of(words, HEADER)),
                kernel(SubmitHeader.AIV0_KERNEL.of(words, HEADER)),
                kernel(SubmitHeader.AIV1_KERNEL.of(words, HEADER)),
                (int) SubmitHeader.BLOCKS.of(words, HEADER));
    }

    private static int kernel(int code) {
        return code == SubmitHeader.NO_KERNEL ? RecordedSubmit.NO_KERNEL : code;
    }

    private Optional<FoundEdges> found() {
        return hasResult
                ? Optional.of(
                        new FoundEdges(SubmitResult.EDGES.of(words, RESULT), SubmitResult.DIGEST.of(words, RESULT)))
                : Optional.empty();
    }

    private Argument argument(int index) {
        long tags = SubmitHeader.TAGS.of(words, HEADER, index / TAGS_PER_WORD);
        int tag = (int) (tags >>> index % TAGS_PER_WORD * TAG_BITS) & (1 << TAG_BITS) - 1;
        if (tag == OUTPUT_TAG) {
            return new Argument(tag, null);
        }
        Tensor tensor = (references >>> index & 1) == 0 ? described(index) : referred[index];
        return tensor == null ? null : new Argument(tag, tensor);
    }

    /** The tensor of an argument's own slots; null if one is missing. */
    private Tensor described(int index) {
        if ((tensors >>> index & 1) == 0) {
            return null;
        }
        int at = TENSORS + index * SLOT;
        int form = SubmitTensor.FORM.of(words, at);
        int rank = form & SubmitTensor.RANK_MASK;
        boolean strided = (form & SubmitTensor.STRIDED) != 0;
        if (rank < 1 || rank > SubmitTensor.MAX_RANK || strided && (strides >>> index & 1) == 0) {
            return null;
        }
        Tensor tensor = strided ? null : known.find(words, at);
        if (tensor == null) {
            tensor = newTensor(at, rank, strided ? STRIDES + index * SLOT : ROW_MAJOR);
            if (!strided) {
                known.add(words, at, tensor);
            }
        }
        earlier.add(index, tensor);
        return tensor;
    }

    /**
     * @param stridesAt {@link #ROW_MAJOR} where they follow from the shape
     */
    private Tensor newTensor(int at, int rank, int stridesAt) {
        int[] shape = new int[rank];
        long[] steps = new long[rank];
        long rowMajor = 1;
        for (int axis = rank - 1; axis >= 0; axis--) {
            shape[axis] = (int) SubmitTensor.SHAPE.of(words, at, axis);
            steps[axis] = stridesAt == ROW_MAJOR ? rowMajor : SubmitStrides.STRIDES.of(words, stridesAt, axis);
            rowMajor *= shape[axis];
        }
        Tensor tensor = Tensor.ofStrided(
                SubmitTensor.BASE_ADDRESS.of(words, at),
                SubmitTensor.BUFFER_ELEMENTS.of(words, at),
                DType.ofCode(SubmitTensor.DTYPE.of(words, at)),
                shape,
                steps,
                SubmitTensor.START_OFFSET.of(words, at));
        tensor = tensor.ownedBy(SubmitTensor.OWNER.of(words, at));
        tensor = tensor.withVersion(SubmitTensor.VERSION.of(words, at));
        boolean manual = (SubmitTensor.FORM.of(words, at) & SubmitTensor.MANUAL_DEPENDENCY) != 0;
        return manual ? tensor.withManualDependency() : tensor;
    }

    /**
     * Tensors that earlier submits gave in the same words: most tasks take what others took or
     * made, and an equal tensor that is the same object is compared without a look into it.
     */
    private static final class KnownTensors {
        private static final int PLACES = 1 << 12;
        private static final long MIX = 0x9E37_79B9_7F4A_7C15L;
        private static final long FORM_MASK = 0xFFFF_0000L; // type and form; not argument and submit

        private final long[] keys = new long[PLACES * SLOT];
        private final Tensor[] tensors = new Tensor[PLACES];

        Tensor find(long[] slot, int at) {
            int place = place(slot, at);
            Tensor tensor = tensors[place];
            if (tensor == null || keys[place * SLOT] != (slot[at] & FORM_MASK)) {
                return null;
            }
            for (int word = 1; word < SLOT; word++) {
                if (keys[place * SLOT + word] != slot[at + word]) {
                    return null;
                }
            }
            return tensor;
        }

        void add(long[] slot, int at, Tensor tensor) {
            int place = place(slot, at);
            System.arraycopy(slot, at, keys, place * SLOT, SLOT);
            keys[place * SLOT] = slot[at] & FORM_MASK;
            tensors[place] = tensor;
        }

        private static int place(long[] slot, int at) {
            long hash = 0;
            for (int word = 1; word < SLOT; word++) {
                hash = (hash ^ slot[at + word]) * MIX;
            }
            return (int) (hash >>> 52);
        }
    }
}
