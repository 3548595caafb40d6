/** Orchestrator, tensor map, rings, scopes, schedulers. */
package io.tidemark.runtime;
