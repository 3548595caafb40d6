/** Runs of tasks, graph, names and time axis of one capture, joined once for every analysis. */
package io.tidemark.analysis.join;
