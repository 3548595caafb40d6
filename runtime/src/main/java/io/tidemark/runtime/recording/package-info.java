/** Joins the runtime's probe points to the probes of every channel that a run records. */
package io.tidemark.runtime.recording;
