package io.tidemark.analysis.coretime;

import java.util.Locale;

/**
 * Where a nanosecond of a core can have gone: it computed, or it waited for one thing. Every
 * nanosecond of core time is exactly one of these. Stalls of the critical path have the same names.
 */
public enum CorePart {
    /** The core ran a kernel: it was busy. Everything else is idle time. */
    COMPUTE("compute"),
    /** A producer of the core's next task had not ended. */
    DEPENDENCY("waiting for a dependency"),
    /** The data of the next task was there, but the orchestrator had not submitted the task. */
    SUBMIT("waiting for a submit"),
    /** The next task needs several cores at once and another of them was still busy. */
    SLOT("waiting for a partner core"),
    /** The next task could run and was not dispatched. */
    SCHEDULER("waiting for the scheduler"),
    /** The next task was dispatched and its core had not started it. */
    CORE_START("waiting for the core to start"),
    /** The profiler held the device back. */
    FREEZE("profiler freeze"),
    /** No further task came to this core. */
    NO_WORK("no work left"),
    /** The capture does not hold what would tell. */
    UNKNOWN("unknown");

    private static final String WAITING = "waiting for ";

    private final String words;

    CorePart(String words) {
        this.words = words;
    }

    /** The name for people. */
    public String words() {
        return words;
    }

    /** The name for the head of a narrow column. */
    public String shortWords() {
        return words.startsWith(WAITING) ? words.substring(WAITING.length()) : words;
    }

    /** The name for programs. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
