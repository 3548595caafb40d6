/**
 * The engine of a run: it assembles orchestrator, schedulers, kernels and memory on a chip, drives
 * them and reports. The one package that knows all the others; the API knows it only as a service.
 */
package io.tidemark.runtime.engine;
