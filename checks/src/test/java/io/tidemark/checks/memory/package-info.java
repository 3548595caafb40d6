/**
 * Checks of memory order: jcstress on the real mapped segments, Lincheck on the same algorithms
 * over an array, which it can see into.
 */
package io.tidemark.checks.memory;
