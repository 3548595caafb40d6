package io.tidemark.runtime.graph;

import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.Submission;

/** What a body is told of a task while it is recorded. */
record RecordedSubmission(long id, Tensor[] outputs) implements Submission {
    @Override
    public Tensor output(int index) {
        if (index < 0 || index >= outputs.length) {
            throw new IndexOutOfBoundsException("output=" + index + " of " + outputs.length);
        }
        return outputs[index];
    }

    @Override
    public int outputCount() {
        return outputs.length;
    }
}
