/**
 * The append-only files in which the host half keeps what it has collected, until it is exported.
 */
package io.tidemark.abi.spool;
