/** Span logs: tables, trees, rounds. */
package io.tidemark.analysis.timing;
