/**
 * Which task of one capture is which of another: by kernel, place among its neighbours in the graph
 * and order of submission, never by time.
 */
package io.tidemark.analysis.diff.align;
