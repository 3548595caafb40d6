/** Deterministic synthetic captures for tests and benchmarks. */
package io.tidemark.lab.generate;
