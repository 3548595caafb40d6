/**
 * Why one run took longer than another: aligned tasks, the difference divided into causes, what of
 * it is noise, and what the captures cannot tell.
 */
package io.tidemark.analysis.diff;
