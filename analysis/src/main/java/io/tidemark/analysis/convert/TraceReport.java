package io.tidemark.analysis.convert;

/**
 * What a conversion wrote.
 *
 * @param rows runs of tasks on cores
 * @param arrowsWanted arrows the capture holds
 */
public record TraceReport(int rows, long arrowsDrawn, long arrowsWanted, long sizeBytes) {}
