package io.tidemark.memory.deps;

/**
 * The edges of one submit to tasks that were not gone, in a form that two look-ups can compare.
 * Immutable.
 *
 * @param edges how many, a producer named twice counted twice
 * @param digest of producers, sources and arguments, whatever their order
 */
public record FoundEdges(long edges, long digest) {}
