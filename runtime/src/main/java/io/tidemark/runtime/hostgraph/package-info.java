/**
 * The second runtime, {@code host_build_graph}: the whole graph is built on the host before the
 * chip starts; tasks then wait on wake lists, and one actor without cores resolves completions.
 */
package io.tidemark.runtime.hostgraph;
