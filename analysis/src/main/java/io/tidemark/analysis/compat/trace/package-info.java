/** The trace of the converter of simpler, event for event. */
package io.tidemark.analysis.compat.trace;
