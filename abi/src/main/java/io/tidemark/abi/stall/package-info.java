/** The words for a run that stood still: what runtime, doctor and {@code hang.json} say of it. */
package io.tidemark.abi.stall;
