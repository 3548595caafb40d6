/** Hardware counters per kernel. */
package io.tidemark.analysis.pmu;
