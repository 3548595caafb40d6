/** Host half of the pmu channel: pools, judgement and export. */
package io.tidemark.collector.pmu;
