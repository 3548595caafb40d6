/**
 * The seam between the runtime and a machine: what a chip has, and how it is driven. The runtime
 * talks to a chip through words in memory; {@code io.tidemark.chip.simulated} has one that runs
 * anywhere.
 */
package io.tidemark.chip;
