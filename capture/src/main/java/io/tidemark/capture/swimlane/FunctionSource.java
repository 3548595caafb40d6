package io.tidemark.capture.swimlane;

/** Knows which kernel a task ran on a core, where swimlane and graph do not say. */
@FunctionalInterface
public interface FunctionSource {
    int UNKNOWN = -1;

    /** For today's rules, which look at the graph alone. */
    FunctionSource NONE = (taskId, core) -> UNKNOWN;

    /** Kernel id, or {@link #UNKNOWN}. */
    int function(long taskId, int core);
}
