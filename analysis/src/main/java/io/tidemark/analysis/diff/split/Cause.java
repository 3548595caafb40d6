package io.tidemark.analysis.diff.split;

import io.tidemark.analysis.coretime.CorePart;
import java.util.Locale;

/** Why the observed critical path of one run is longer or shorter than that of another. */
public enum Cause {
    /** The same task computed longer or shorter. */
    KERNEL("kernel ran longer or shorter"),
    /** A task on the path that only the second run has, with what it waited for. */
    ADDED("tasks added"),
    /** A task on the path that only the first run has, with what it waited for. */
    REMOVED("tasks removed"),
    /** A producer ended later, or a task waited for one that it did not need in the other run. */
    DEPENDENCY("waiting for a dependency"),
    /** A task waited for its core, which was busy or was not needed in the other run. */
    CORE("waiting for a core"),
    /** The faster run ended with other tasks, later than this path in it. */
    STEPS("other steps were last in the faster run"),
    SUBMIT(CorePart.SUBMIT.words()),
    /** The orchestrator waited inside a submit until older tasks gave room in a ring. */
    RING("waiting for a ring slot"),
    /** The task could run, and was not dispatched or had not reached its core. */
    SCHEDULER("waiting for the scheduler, up to the start on the core"),
    FREEZE(CorePart.FREEZE.words()),
    UNKNOWN("waiting, the capture does not say for what");

    private final String words;

    Cause(String words) {
        this.words = words;
    }

    /** The name for people. */
    public String words() {
        return words;
    }

    /** The name for programs. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
