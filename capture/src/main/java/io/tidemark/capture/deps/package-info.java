/** The dependency graph of a capture. */
package io.tidemark.capture.deps;
