/** Device half of the pmu channel. */
package io.tidemark.probe.pmu;
