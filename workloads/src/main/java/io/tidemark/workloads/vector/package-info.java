/** Element-wise arithmetic: five tasks, the smallest graph with a diamond. */
package io.tidemark.workloads.vector;
