/** The state of a run that stood still, for its explanation. */
package io.tidemark.runtime.stall;
