/** Records of the pmu channel: counters per subtask, and which counters there are. */
package io.tidemark.abi.pmu;
