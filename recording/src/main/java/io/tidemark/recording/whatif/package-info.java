/**
 * What a captured run would have been under changes: its graph and durations, submitted again on
 * the chip in virtual time.
 */
package io.tidemark.recording.whatif;
