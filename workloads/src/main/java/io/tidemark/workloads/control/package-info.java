/** Small graphs in which what matters is the order: dummies, predicates, scalars, narrow heaps. */
package io.tidemark.workloads.control;
