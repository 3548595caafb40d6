/** A comparison as text, JSON and Markdown, and the gate that judges it. */
package io.tidemark.analysis.diff.report;
