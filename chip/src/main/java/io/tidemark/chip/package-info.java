/** The simulated chip: cores, registers, handshake, clocks. */
package io.tidemark.chip;
