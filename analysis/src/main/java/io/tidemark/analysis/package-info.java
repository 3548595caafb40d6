/** Joins, overhead, critical path, graph, scopes, dump, exporters. */
package io.tidemark.analysis;
