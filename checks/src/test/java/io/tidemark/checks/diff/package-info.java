/** Comparisons of runs of which it is known what was changed. */
package io.tidemark.checks.diff;
