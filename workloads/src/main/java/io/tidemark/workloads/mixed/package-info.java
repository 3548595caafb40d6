/** Tasks of one, two and three kernels side by side: every way to use a cluster. */
package io.tidemark.workloads.mixed;
