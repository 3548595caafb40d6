/**
 * Counts and rates over the time of a run: busy cores, ready tasks, tasks in flight, ring use,
 * submits, hardware counters. The viewer draws them and {@code convert} writes them.
 */
package io.tidemark.analysis.counter;
