/** The native tables of a capture: one append-only file per record stream, read by mapping it. */
package io.tidemark.capture.table;
