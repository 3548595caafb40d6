package io.tidemark.runtime.orchestrator;

import io.tidemark.runtime.ring.TaskId;

/**
 * Where the two runtimes differ while tasks are submitted. Made for one run.
 *
 * @param rings how many rings the scopes of a run spread over
 * @param mostSubtasks kernel runs that one task may consist of
 * @param atEnd called once when the last task was submitted and the run has not failed
 */
public record SubmitPolicy(
        int rings,
        long mostSubtasks,
        SubmitResources resources,
        FaninSink fanin,
        ProducerWait waits,
        Runnable atEnd) {
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
}
