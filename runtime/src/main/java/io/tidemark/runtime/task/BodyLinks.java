package io.tidemark.runtime.task;

/**
 * The edges of a task to other tasks of the same recorded graph, which are submitted together with it. Each edge is a
 * distance in tasks, behind or ahead on the same ring. So the edges hold wherever the graph is replayed, and a replay
 * makes no list. Immutable; arrays are shared and not written.
 *
 * @param consumers to tell when the task is complete, each so far ahead
 * @param producers that it waits for, each so far behind
 * @param retained whose outputs it keeps until it is done, each so far behind
 * @param retainers how many of the others keep its outputs
 */
public record BodyLinks(int[] consumers, int[] producers, int[] retained, int retainers) {}
