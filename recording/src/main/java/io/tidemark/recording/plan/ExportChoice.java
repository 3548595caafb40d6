package io.tidemark.recording.plan;

/**
 * Whether a capture gets the files that the tools of simpler read, beside its tables. The tables hold
 * the same, and every command reads them.
 */
public enum ExportChoice {
    /** Up to {@link #MOST_TASKS} kernel runs. */
    AUTO,
    ALWAYS,
    NEVER;

    /** The files of this many tasks take a fifth of a second. No user waits longer for files that may not be needed. */
    public static final long MOST_TASKS = 20_000;

    /**
     * @param subtasks kernel runs, -1 if not known
     */
    public boolean writes(long subtasks) {
        return this == ALWAYS || this == AUTO && subtasks <= MOST_TASKS;
    }
}
