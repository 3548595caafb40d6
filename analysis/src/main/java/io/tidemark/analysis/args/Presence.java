package io.tidemark.analysis.args;

/** Whether the bytes that a manifest entry promises are in the payload file. */
public enum Presence {
    /** All of them. */
    WHOLE,
    /** The entry has none: a scalar, or metadata only. */
    NONE,
    /** The host was too slow and the device wrote over them. */
    OVERWRITTEN,
    /** The file ends in the middle of them. */
    CUT,
    /** The file ends before them, or is not there. */
    GONE;

    /** True when bytes were promised that cannot be had. */
    public boolean isLoss() {
        return this == OVERWRITTEN || this == CUT || this == GONE;
    }
}
