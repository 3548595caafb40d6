/**
 * The append-only files that hold what was collected, from the first buffer to the end of the
 * export.
 */
package io.tidemark.collector.spool;
