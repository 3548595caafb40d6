/** Whole runs of the simulated chip that record into a region, for tests of channels. */
package io.tidemark.checks.recording;
