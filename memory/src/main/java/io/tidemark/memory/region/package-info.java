/**
 * The device region: one mapped file that both halves share and that a reader after death
 * understands.
 */
package io.tidemark.memory.region;
