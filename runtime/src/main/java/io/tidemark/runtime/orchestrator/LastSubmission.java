package io.tidemark.runtime.orchestrator;

import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.Submission;
import io.tidemark.runtime.ring.TaskId;
import io.tidemark.runtime.tensormap.SubmitArguments;

/** The one view of what was submitted last. Orchestrator thread only. */
final class LastSubmission implements Submission {
    private final Tensor[] outputs = new Tensor[SubmitArguments.MAX_TENSORS];
    private int outputCount;
    private long id = TaskId.NONE;

    void begin(long newId) {
        id = newId;
        outputCount = 0;
    }

    void add(Tensor output) {
        outputs[outputCount++] = output;
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public Tensor output(int index) {
        if (index < 0 || index >= outputCount) {
            throw new IndexOutOfBoundsException("output=" + index + " of " + outputCount);
        }
        return outputs[index];
    }

    @Override
    public int outputCount() {
        return outputCount;
    }
}
