package io.tidemark.runtime.task;

/**
 * The tensors of a task of a recorded graph, as every replay has them. Each is a place in the list of tensors that a
 * replay keeps, so that a slot need not hold them one by one. Immutable; arrays are shared and not written.
 *
 * @param places one for each argument
 * @param tagCodes codes of the tags of the arguments
 */
public record BodyArguments(int[] places, byte[] tagCodes) {}
