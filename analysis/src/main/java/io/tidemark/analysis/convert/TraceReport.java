package io.tidemark.analysis.convert;

/**
 * What a conversion wrote.
 *
 * @param rows runs of tasks on cores
 * @param openRuns kernels that had not returned when the run was stopped
 * @param arrowsWanted arrows the capture holds
 */
public record TraceReport(int rows, int openRuns, long arrowsDrawn, long arrowsWanted, long sizeBytes) {}
