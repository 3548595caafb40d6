/** The arrows of a trace: between tasks, and between what cores ran and schedulers did. */
package io.tidemark.analysis.convert.arrow;
