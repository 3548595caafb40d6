package io.tidemark.runtime.graph;

import io.tidemark.runtime.TaskBuilder;

/** One thing that a recorded body said about a task. Immutable. */
@FunctionalInterface
interface TaskCall {
    void replay(TaskBuilder task, Binding binding);
}
