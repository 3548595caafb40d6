package io.tidemark.runtime.graph;

import io.tidemark.runtime.TaskGraph;

/** One thing that a recorded body did to its graph. Immutable. */
@FunctionalInterface
interface GraphStep {
    void replay(TaskGraph graph, Binding binding);
}
