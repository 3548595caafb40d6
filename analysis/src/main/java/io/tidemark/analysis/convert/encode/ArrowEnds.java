package io.tidemark.analysis.convert.encode;

/** Which arrows begin and end at a slice, for formats in which arrows are part of slices. */
public interface ArrowEnds {
    /** For formats that draw arrows as events of their own. */
    ArrowEnds NONE = (sink, slice) -> {};

    /** Adds the arrows of slice number {@code slice} to the slice that is open in {@code sink}. */
    void attach(TraceSink sink, int slice);
}
