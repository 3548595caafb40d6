/** Pairs of tasks that touch the same bytes with no order between them. */
package io.tidemark.analysis.deps.race;
