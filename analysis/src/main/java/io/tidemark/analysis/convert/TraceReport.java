package io.tidemark.analysis.convert;

/**
 * What a conversion wrote.
 *
 * @param rows runs of tasks on cores
 * @param arrowsWanted arrows the capture holds, those without a slice at both ends left out
 */
public record TraceReport(int rows, long arrowsDrawn, long arrowsWanted, long sizeBytes) {}
