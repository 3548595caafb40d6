/**
 * Record layouts, queue and header layouts, codes, levels, flags, platform constants. No behaviour.
 */
package io.tidemark.abi;
