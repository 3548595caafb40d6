/** Tasks that do nothing, in graphs of chosen shape: what remains is the runtime's own cost. */
package io.tidemark.workloads.noop;
