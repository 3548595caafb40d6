/** The tidemark command; the only place that wires everything. */
package io.tidemark.cli;
