package io.tidemark.analysis.convert;

/** One part of a trace, drawn by one thread into a sink of its own. */
interface TraceJob {
    void draw(TraceSink sink);
}
