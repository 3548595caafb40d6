/**
 * What {@code --compat} asks for: the numbers of the tools of simpler, their defects included.
 * Holds a join and rules of its own for the shared analyses, and the reports that have no
 * counterpart. Nothing outside of it, but the option of a command, knows it, so that it can be
 * removed whole.
 */
package io.tidemark.analysis.compat;
