/** Batched matrix products in tiles, summed over the inner dimension by a chain of additions. */
package io.tidemark.workloads.bgemm;
