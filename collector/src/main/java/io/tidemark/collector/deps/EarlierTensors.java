package io.tidemark.collector.deps;

import io.tidemark.abi.deps.SubmitHeader;
import io.tidemark.abi.deps.SubmitReferences;
import io.tidemark.memory.tensor.Tensor;
import java.util.Arrays;

/**
 * The tensors that the last submits described, for those that refer to them. One row for each
 * submit that a reference can reach. One thread.
 */
final class EarlierTensors {
    private static final int ROWS = SubmitReferences.REACH;
    private static final long NO_SUBMIT = -1;

    private final Tensor[] tensors = new Tensor[ROWS * SubmitHeader.MAX_TENSORS];
    private final int[] described = new int[ROWS]; // bits of arguments, by row
    private final long[] submits = new long[ROWS];
    private int row;

    EarlierTensors() {
        Arrays.fill(submits, NO_SUBMIT);
    }

    /** The tensors that come next are of this submit. */
    void begin(long submit) {
        row = row(submit);
        submits[row] = submit;
        described[row] = 0;
    }

    void add(int argument, Tensor tensor) {
        tensors[row * SubmitHeader.MAX_TENSORS + argument] = tensor;
        described[row] |= 1 << argument;
    }

    /** What an argument of an earlier submit was described as; null if that slot is not there. */
    Tensor find(long submit, int argument) {
        int from = row(submit);
        boolean isThere = argument < SubmitHeader.MAX_TENSORS
                && submits[from] == submit
                && (described[from] >>> argument & 1) != 0;
        return isThere ? tensors[from * SubmitHeader.MAX_TENSORS + argument] : null;
    }

    private static int row(long submit) {
        return (int) submit & ROWS - 1;
    }
}
