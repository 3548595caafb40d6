/** A fast, bounded JSON scanner for the large files of a capture. */
package io.tidemark.capture.json;
