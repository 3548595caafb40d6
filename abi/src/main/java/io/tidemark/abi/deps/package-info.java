/**
 * Records of the deps channel: the raw inputs of each submit as a chain of slots, and what the
 * runtime found for it.
 */
package io.tidemark.abi.deps;
