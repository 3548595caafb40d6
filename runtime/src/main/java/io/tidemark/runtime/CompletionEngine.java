package io.tidemark.runtime;

/** Engines beside the cores that may tell when a task's work is done. */
public enum CompletionEngine {
    SDMA,
    ROCE,
    URMA,
    CCU
}
