/** What of a difference is more than noise: spreads, intervals and tests. */
package io.tidemark.analysis.diff.noise;
