/** Attention over a paged cache of keys and values, with the softmax computed block by block. */
package io.tidemark.workloads.attention;
