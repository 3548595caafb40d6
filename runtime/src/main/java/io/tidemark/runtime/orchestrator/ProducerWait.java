package io.tidemark.runtime.orchestrator;

import io.tidemark.memory.tensor.Tensor;

/** What the orchestration must wait for before it touches an element. Orchestrator thread only. */
public interface ProducerWait {
    /** Whether the orchestration can see the tensor at all; false when the run has failed. */
    boolean isVisible(Tensor tensor);

    /** Waits until a task is done with the tensor; false when the run has failed. */
    boolean await(long producer, boolean toWrite, Tensor tensor);
}
