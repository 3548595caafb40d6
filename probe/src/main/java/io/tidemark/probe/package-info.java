/** Device half of each channel. */
package io.tidemark.probe;
