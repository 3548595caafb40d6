package io.tidemark.analysis.deps;

/** Which edges of the graph are shown. */
public enum EdgeMode {
    /** All of them. */
    FULL,
    /** Without those that others imply; edges that keep a buffer alive always stay. */
    REDUCED,
    /** Only what {@link #REDUCED} leaves out. */
    OMITTED,
    /** As {@link #REDUCED}, but a buffer edge goes too where the data flow proves it implied. */
    REDUCED_DATAFLOW,
    /** Only what {@link #REDUCED_DATAFLOW} leaves out. */
    OMITTED_DATAFLOW;

    boolean reduces() {
        return this != FULL;
    }

    public boolean provesDataflow() {
        return this == REDUCED_DATAFLOW || this == OMITTED_DATAFLOW;
    }

    boolean showsRedundant() {
        return this == OMITTED || this == OMITTED_DATAFLOW;
    }
}
