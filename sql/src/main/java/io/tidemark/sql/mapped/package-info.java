/** Tables that are read straight from the mapped files of a capture, without a row on the heap. */
package io.tidemark.sql.mapped;
