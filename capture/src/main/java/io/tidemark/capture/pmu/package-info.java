/** Performance counters per subtask. */
package io.tidemark.capture.pmu;
