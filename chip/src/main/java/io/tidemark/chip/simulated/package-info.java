/** The chip that runs on any machine: its cores are objects that threads step. */
package io.tidemark.chip.simulated;
