/** Tasks that run in many blocks, each on its own part of the output. */
package io.tidemark.workloads.spmd;
