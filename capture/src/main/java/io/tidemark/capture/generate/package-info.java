/** Deterministic synthetic captures for tests and benchmarks. */
package io.tidemark.capture.generate;
