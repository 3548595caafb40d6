/**
 * Divides the difference of two makespans, and of the core time behind them, into causes that add
 * up to it exactly.
 */
package io.tidemark.analysis.diff.split;
