/** Draws the slices and counters of a trace, a class per kind of lane. */
package io.tidemark.analysis.convert.view;
