package io.tidemark.runtime.orchestrator;

import io.tidemark.abi.ErrorCode;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.fault.Thrown;
import io.tidemark.runtime.graph.Binding;
import io.tidemark.runtime.graph.ReplaySite;
import io.tidemark.runtime.graph.TaskRun;
import io.tidemark.runtime.team.RunFailure;
import io.tidemark.runtime.team.RunLatches;
import io.tidemark.runtime.tensormap.BodyReplay;
import io.tidemark.runtime.tensormap.KnownEdges;

/** Hands what a replay knows to the submitter. Orchestrator thread only. */
record KnownReplays(TaskSubmitter submitter, BodySubmitter bodies, SubmitBuilder builder, RunLatches latches)
        implements ReplaySite {
    @Override
    public boolean hasFailed() {
        return latches.hasFailed();
    }

    @Override
    public void replayThrew(String key, Throwable cause) {
        latches.failOrchestrator(RunFailure.of(
                ErrorCode.EXPLICIT_ORCH_FATAL, "the replay of graph " + key + " threw " + Thrown.text(cause), cause));
    }

    @Override
    public boolean takesKnownEdges() {
        return submitter.takesKnownEdges();
    }

    @Override
    public boolean isQuiet(Tensor tensor) {
        return submitter.isQuiet(tensor);
    }

    @Override
    public void know(KnownEdges edges, BodyReplay replay) {
        builder.arguments().know(edges, replay);
    }

    @Override
    public void register(Tensor region, long writer) {
        submitter.register(region, writer);
    }

    @Override
    public boolean takesRuns() {
        return bodies.isOfUse();
    }

    @Override
    public boolean submit(TaskRun run, Binding binding) {
        return bodies.submit(run, binding);
    }
}
