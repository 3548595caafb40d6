/** What is to be drawn of a run, worked out before the first byte is written. */
package io.tidemark.analysis.convert.scene;
