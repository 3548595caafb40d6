package io.tidemark.analysis.summary;

import java.util.Locale;

/** Where a nanosecond of a core can have gone. Every nanosecond of the makespan is exactly one. */
public enum CorePart {
    COMPUTE("compute"),
    DEPENDENCY("waiting for a dependency"),
    /** The orchestrator had not submitted the next task yet. */
    SUBMIT("waiting for a submit"),
    /** The next task could run but was not dispatched, or was on its way to the core. */
    SCHEDULER("waiting for the scheduler"),
    /** The next task needs several cores at once and another of them was still busy. */
    SLOT("waiting for a slot"),
    FREEZE("profiler freeze"),
    /** No further task came to this core. */
    NO_WORK("no work left"),
    /** The capture does not hold what would tell. */
    UNKNOWN("unknown");

    private final String words;

    CorePart(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }

    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
