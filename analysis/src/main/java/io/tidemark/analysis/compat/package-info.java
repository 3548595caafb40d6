/**
 * What {@code --compat} asks for: the numbers of the tools of simpler, their defects included. Has
 * a join and reports of its own, in the doubles these tools compute with; nothing outside of it,
 * but the option of a command, knows it, so that it can be removed whole.
 */
package io.tidemark.analysis.compat;
