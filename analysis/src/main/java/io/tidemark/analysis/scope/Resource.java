package io.tidemark.analysis.scope;

import io.tidemark.analysis.text.Units;

/** What a scope can fill. */
public enum Resource {
    TASK_WINDOW("task window", "slots", "--ring-task-window"),
    HEAP("heap", "bytes", "--ring-heap"),
    DEP_POOL("dependency pool", "entries", "--ring-dep-pool"),
    /** One for all rings. */
    TENSOR_MAP("tensor map", "entries", "");

    private final String words;
    private final String unit;
    private final String flag;

    Resource(String words, String unit, String flag) {
        this.words = words;
        this.unit = unit;
        this.flag = flag;
    }

    public String words() {
        return words;
    }

    public String unit() {
        return unit;
    }

    /** The option of a run that sets its size; empty when there is none. */
    public String flag() {
        return flag;
    }

    /** What a value of it reads like. */
    public String amount(long value) {
        return this == HEAP ? Units.bytes(value) : Units.count(value);
    }

    public boolean isPerRing() {
        return this != TENSOR_MAP;
    }
}
