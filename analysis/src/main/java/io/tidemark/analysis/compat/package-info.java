/**
 * The reports of {@code --compat}: the numbers of the tools of simpler, their defects included. The
 * package has its own join and rules for the shared analyses, and the reports that have no
 * counterpart. Only the options of commands use the package, so that it can be removed as a whole.
 */
package io.tidemark.analysis.compat;
