/** Graphs that are recorded once and replayed with other tensors and scalars. */
package io.tidemark.runtime.graph;
