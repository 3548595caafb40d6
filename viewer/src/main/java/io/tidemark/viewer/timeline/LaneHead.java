package io.tidemark.viewer.timeline;

/** What stands at the left of a lane. */
public interface LaneHead {
    LaneKind kind();

    String label();

    /** How many spans it has. */
    int size();
}
