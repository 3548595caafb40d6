/**
 * Directed graphs of numbered nodes and what is asked of them: order, cycles, reachability, longest
 * paths. Every analysis uses these; none keeps a separate adjacency.
 */
package io.tidemark.capture.graph;
