package io.tidemark.runtime.graph;

import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.tensormap.BodyReplay;
import io.tidemark.runtime.tensormap.KnownEdges;

/**
 * What a replay passes to the submitter besides the calls of the body, so that edges inside the body need no look-up.
 * Orchestrator thread only.
 */
public interface ReplaySite {
    /** For submitters that look up every task. */
    ReplaySite NONE = new ReplaySite() {
        @Override
        public boolean takesKnownEdges() {
            return false;
        }

        @Override
        public boolean hasFailed() {
            return false;
        }

        @Override
        public void replayThrew(String key, Throwable cause) {}

        @Override
        public boolean isQuiet(Tensor tensor) {
            return false;
        }

        @Override
        public void know(KnownEdges edges, BodyReplay replay) {}

        @Override
        public void register(Tensor region, long writer) {}

        @Override
        public boolean takesRuns() {
            return false;
        }

        @Override
        public boolean submit(TaskRun run, Binding binding) {
            return false;
        }
    };

    /** Whether the other calls are of use; the same for a whole run. */
    boolean takesKnownEdges();

    /**
     * Whether the run has failed. Not {@code TaskGraph.hasFailed}, by which an orchestration waits:
     * in virtual time that takes time.
     */
    boolean hasFailed();

    /**
     * A replay threw before its end: some tasks are never released and some scopes are never closed. The run has
     * failed, even if the caller catches the exception.
     */
    void replayThrew(String key, Throwable cause);

    /** Whether no task that lives has made or written the tensor's buffer. */
    boolean isQuiet(Tensor tensor);

    /** Says what the task that is being built waits for inside its body. */
    void know(KnownEdges edges, BodyReplay replay);

    /** A task of the body wrote a region that tasks after the body may touch. */
    void register(Tensor region, long writer);

    /** Whether {@link #submit} is of use; the same for a whole run. */
    boolean takesRuns();

    /**
     * Submits tasks together, or none of them: then there is no room for all of them now.
     *
     * @return false if none was submitted
     */
    boolean submit(TaskRun run, Binding binding);
}
