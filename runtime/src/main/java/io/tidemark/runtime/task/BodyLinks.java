package io.tidemark.runtime.task;

/**
 * The edges of a task to others that are submitted together with it, as a recorded graph has them:
 * by how many tasks each other one lies behind or ahead on the same ring, so that they hold
 * wherever the graph is replayed and no list has to be made. Immutable; arrays are shared and not
 * written.
 *
 * @param consumers to tell when the task is complete, each so far ahead
 * @param producers that it waits for, each so far behind
 * @param retained whose outputs it keeps until it is done, each so far behind
 * @param retainers how many of the others keep its outputs
 */
public record BodyLinks(int[] consumers, int[] producers, int[] retained, int retainers) {}
