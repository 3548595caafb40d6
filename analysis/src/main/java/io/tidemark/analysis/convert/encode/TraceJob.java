package io.tidemark.analysis.convert.encode;

/** A part of a trace that is encoded on its own, by one thread. */
@FunctionalInterface
public interface TraceJob {
    void draw(TraceSink sink);
}
