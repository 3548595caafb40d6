/**
 * What the schedulers of a run share with each other and with the orchestrator: the board, the
 * latches that end a run, sets of cores, and the interfaces in which the two runtimes differ.
 * Orchestrator and schedulers import this package, and not each other.
 */
package io.tidemark.runtime.team;
