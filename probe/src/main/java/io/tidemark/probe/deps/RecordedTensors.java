package io.tidemark.probe.deps;

import io.tidemark.abi.deps.SubmitReferences;
import io.tidemark.memory.tensor.Tensor;

/**
 * Where tensors of the last submits are described, so that the next ones that take them need not
 * describe them again. One place for all tensors of the same hash: a tensor that lost its place is
 * described once more. Never allocates. Orchestrator thread only.
 */
final class RecordedTensors {
    static final long NONE = -1;

    private static final int PLACE_BITS = 12;
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    private final Tensor[] tensors = new Tensor[1 << PLACE_BITS];
    private final long[] places = new long[1 << PLACE_BITS];
    private long firstKept; // submit

    /** Where a submit finds an equal tensor; {@link #NONE} where it has to describe it. */
    long find(Tensor tensor, long submit) {
        int at = at(tensor);
        Tensor known = tensors[at];
        return known != null
                        && (known == tensor || known.isSameAs(tensor))
                        && reaches(submit, SubmitReferences.submit(places[at]))
                ? places[at]
                : NONE;
    }

    private boolean reaches(long submit, long described) {
        int before = (int) (submit - described); // one of them is counted in 32 bits
        return SubmitReferences.reaches(submit, described) && submit - before >= firstKept;
    }

    /** The submit has described the tensor. */
    void add(Tensor tensor, long submit, int argument) {
        int at = at(tensor);
        tensors[at] = tensor;
        places[at] = SubmitReferences.place(submit, argument);
    }

    /** A slot of a submit was refused: later submits must not refer to tensors described so far. */
    void forget(long submit) {
        firstKept = submit + 1;
    }

    private static int at(Tensor tensor) {
        long key = (tensor.baseAddress() * MIX + tensor.startOffset()) * MIX + tensor.extent();
        return (int) (key * MIX >>> Long.SIZE - PLACE_BITS);
    }
}
