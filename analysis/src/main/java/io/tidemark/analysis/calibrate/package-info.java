/** Fits the numbers of a chip profile to captures. */
package io.tidemark.analysis.calibrate;
