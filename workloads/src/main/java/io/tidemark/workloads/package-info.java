/** Named cases: orchestration, kernels, golden. */
package io.tidemark.workloads;
