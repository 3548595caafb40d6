package io.tidemark.capture.deps;

/** What a node of the dependency graph is; derived, no file says it. */
public enum NodeKind {
    /** A submitted task with at least one kernel, or of a file too old to name kernels. */
    SUBMIT,
    /** A submitted task without kernel: it only carries dependencies. */
    DUMMY,
    /** Known as an end of an edge only: a tensor allocation. */
    ALLOC
}
