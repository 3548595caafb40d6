package io.tidemark.runtime;

import io.tidemark.memory.tensor.Tensor;

/**
 * What the last submit made. One view per graph, reused: read it before the next submit. Tensors
 * taken from it stay valid while the scope of the task is open.
 */
public interface Submission {
    /** Task id, or {@code TaskId.NONE} after the run has failed. */
    long id();

    /** The i-th tensor the task allocates, counting only those. */
    Tensor output(int index);

    int outputCount();
}
