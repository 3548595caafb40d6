package io.tidemark.runtime;

/**
 * The user's entry function: it submits tasks to the graph and returns. It runs on the
 * orchestrator's thread, inside a root scope, while the tasks it has submitted already run.
 */
@FunctionalInterface
public interface Orchestration {
    void run(TaskGraph graph) throws Exception;
}
