package io.tidemark.runtime;

/** How a predicate compares an element with its target; both are signed integers. */
public enum Comparison {
    EQ,
    NE,
    GT,
    LT,
    GE,
    LE;

    public boolean holds(long value, long target) {
        return switch (this) {
            case EQ -> value == target;
            case NE -> value != target;
            case GT -> value > target;
            case LT -> value < target;
            case GE -> value >= target;
            case LE -> value <= target;
        };
    }
}
