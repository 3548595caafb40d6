/** Growable primitive columns and maps that the tables are made of. */
package io.tidemark.capture.column;
