package io.tidemark.analysis.scope;

/** What is asked about a scope and a resource. */
public enum Metric {
    /**
     * From the oldest thing alive at the begin to the newest at the end: never less than the use.
     */
    HIGH_WATER,
    /** What was still alive when the scope ended. */
    LIVE_AT_EXIT,
    /** What was allocated between begin and end. */
    ALLOCATED
}
