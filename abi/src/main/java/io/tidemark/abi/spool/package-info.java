/**
 * The append-only table files: the host half keeps in them what it has collected, and a capture
 * holds them when the run is over.
 */
package io.tidemark.abi.spool;
