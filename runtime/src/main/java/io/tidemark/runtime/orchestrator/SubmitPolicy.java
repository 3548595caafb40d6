package io.tidemark.runtime.orchestrator;

import io.tidemark.abi.TaskId;
import io.tidemark.memory.tensor.Tensor;

/**
 * Where the two runtimes differ while tasks are submitted. Made for one run.
 *
 * @param rings how many rings the scopes of a run spread over
 * @param mostSubtasks kernel runs that one task may consist of
 * @param atEnd called once when the last task was submitted and the run has not failed
 */
public record SubmitPolicy(
        int rings, long mostSubtasks, SubmitResources resources, FaninSink fanin, ProducerWait waits, Runnable atEnd) {
    /** Tasks run while others are submitted, and what they leave is used again. */
    public static SubmitPolicy reclaiming(OrchestratorSite site) {
        RingResources resources = new RingResources(site);
        return new SubmitPolicy(
                TaskId.RINGS,
                Integer.MAX_VALUE,
                resources,
                new FaninCollector(site, resources),
                new CompletionWait(site, resources),
                () -> {});
    }

    /**
     * What the orchestration must wait for before it touches an element. Orchestrator thread only.
     */
    public interface ProducerWait {
        /** Whether the orchestration can see the tensor at all; false when the run has failed. */
        boolean isVisible(Tensor tensor);

        /** Waits until a task is done with the tensor; false when the run has failed. */
        boolean await(long producer, boolean toWrite, Tensor tensor);
    }
}
