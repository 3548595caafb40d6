package io.tidemark.analysis.diff.split;

import io.tidemark.analysis.coretime.CorePart;
import java.util.List;
import java.util.Locale;

/** Why the observed critical path of one run is longer or shorter than that of another. */
public enum Cause {
    /** The same task computed longer or shorter. */
    KERNEL("kernel ran longer or shorter"),
    /** A task on the path that only the second run has, with what it waited for. */
    ADDED("tasks added"),
    /** A task on the path that only the first run has, with what it waited for. */
    REMOVED("tasks removed"),
    /** More or fewer producers whose end the path waited for. */
    DEPENDENCY("waiting for a dependency"),
    /** More or fewer tasks on the path because their core had to be free. */
    CORE("waiting for a core"),
    /** More or fewer tasks at the end of the path. */
    STEPS("more or fewer steps at the end"),
    SUBMIT(CorePart.SUBMIT.words()),
    /** The orchestrator waited inside a submit until older tasks gave room in a ring. */
    RING("waiting for a ring slot"),
    SCHEDULER(CorePart.SCHEDULER.words()),
    CORE_START(CorePart.CORE_START.words()),
    FREEZE(CorePart.FREEZE.words()),
    UNKNOWN("waiting, the capture does not say for what");

    /** What the time between two steps can have been spent on. */
    static final List<Cause> STALLS = List.of(SUBMIT, RING, SCHEDULER, CORE_START, FREEZE, UNKNOWN);

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
