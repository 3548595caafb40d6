/** Device half of the deps channel. */
package io.tidemark.probe.deps;
