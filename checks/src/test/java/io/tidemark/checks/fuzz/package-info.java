/** Readers against bytes that a fuzzer makes up. */
package io.tidemark.checks.fuzz;
