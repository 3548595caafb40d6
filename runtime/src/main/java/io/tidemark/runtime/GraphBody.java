package io.tidemark.runtime;

/** The tasks of a graph that is recorded once and replayed later. Orchestrator thread only. */
@FunctionalInterface
public interface GraphBody {
    void record(TaskGraph graph, GraphArguments arguments) throws Exception;
}
