package io.tidemark.recording.plan;

/**
 * Whether a capture gets the records file that other tools read beside its table files. The tables
 * hold the same records, and every command reads them.
 */
public enum ExportChoice {
    /** Up to {@link #MOST_TASKS} kernel runs. */
    AUTO,
    ALWAYS,
    NEVER;

    /** A larger records file takes longer to write than the run itself. */
    public static final long MOST_TASKS = 250_000;

    /** Runs of more kernel runs than these get no such file; -1 if none gets one. */
    public long mostTasks() {
        return switch (this) {
            case AUTO -> MOST_TASKS;
            case ALWAYS -> Long.MAX_VALUE;
            case NEVER -> -1;
        };
    }

    /**
     * @param subtasks kernel runs, -1 if not known
     */
    public boolean writes(long subtasks) {
        return this != NEVER && subtasks <= mostTasks();
    }
}
