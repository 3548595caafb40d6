package io.tidemark.analysis.convert.encode;

/** A part of a trace of our own. */
public interface TraceJob extends Job<TraceSink> {}
