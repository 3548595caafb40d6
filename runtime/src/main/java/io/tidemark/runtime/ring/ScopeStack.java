package io.tidemark.runtime.ring;

import io.tidemark.abi.TaskId;

/**
 * The open scopes and the tasks each holds. Orchestrator thread only. One list serves all scopes: an inner scope's
 * tasks come after the outer scope's tasks and are removed before the outer scope continues. What does not fit is
 * refused with the error code that the run then ends with.
 */
public final class ScopeStack {
    public static final int MAX_DEPTH = 64;

    public static final int OK = 0;

    /** Invalid arguments: inference cannot be switched on inside a scope that switched it off. */
    public static final int INVALID = 5;

    /** Too many scopes, or more tasks than all windows hold. */
    public static final int OVERFLOW = 10;

    private final int rings;
    private final long[] tasks;
    private final int[] begin = new int[MAX_DEPTH];
    private final boolean[] manual = new boolean[MAX_DEPTH];
    private int open;
    private int count;

    /**
     * @param rings how many of the rings the scopes spread over, from the first on
     */
    public ScopeStack(int rings, TaskWindow... windows) {
        long most = 0;
        for (TaskWindow window : windows) {
            most += window.size();
        }
        if (windows.length != TaskId.RINGS || rings < 1 || rings > TaskId.RINGS || most > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("rings=" + rings + " windows=" + windows.length + " slots=" + most);
        }
        this.rings = rings;
        tasks = new long[(int) most];
    }

    /**
     * Opens a scope; {@link #OK}, {@link #INVALID} or {@link #OVERFLOW}, and nothing changes unless
     * OK.
     */
    public int open(boolean manualScope) {
        if (open == MAX_DEPTH) {
            return OVERFLOW;
        }
        if (!manualScope && isManual()) {
            return INVALID;
        }
        begin[open] = count;
        manual[open] = manualScope;
        open++;
        return OK;
    }

    /** Closes the innermost scope and forgets its tasks; release them before. */
    public void close() {
        assert open > 0 : "no scope is open";
        count = begin[--open];
    }

    /** Adds a task to the innermost scope; {@link #OK} or {@link #OVERFLOW}. */
    public int add(long taskId) {
        assert open > 0 : "no scope is open";
        if (count == tasks.length) {
            return OVERFLOW;
        }
        tasks[count++] = taskId;
        return OK;
    }

    /** Adds tasks of a ring, one behind the other, for which the scope has room. */
    public void add(int ring, int firstLocal, int taskCount) {
        assert open > 0 && count + taskCount <= tasks.length : "count=" + count;
        int begun = count;
        for (int i = 0; i < taskCount; i++) {
            tasks[begun + i] = TaskId.of(ring, firstLocal + i);
        }
        count = begun + taskCount;
    }

    public int openScopes() {
        return open;
    }

    /** Nesting depth of the innermost scope; the outermost has 0. */
    public int depth() {
        return open - 1;
    }

    /** Ring of the innermost scope: deep ones share the last. */
    public int ring() {
        return ringOfDepth(open - 1);
    }

    public boolean isManual() {
        return open > 0 && manual[open - 1];
    }

    /** Tasks of the innermost scope. */
    public int taskCount() {
        return count - begin[open - 1];
    }

    public long task(int index) {
        return tasks[begin[open - 1] + index];
    }

    /**
     * Whether a task is the oldest that some open scope holds: no reclamation passes it before that
     * scope closes.
     */
    public boolean isOldestHeld(long taskId) {
        int ring = TaskId.ring(taskId);
        for (int depth = ring; depth < open && ringOfDepth(depth) == ring; depth++) {
            int end = depth + 1 < open ? begin[depth + 1] : count;
            if (begin[depth] < end && tasks[begin[depth]] == taskId) {
                return true;
            }
        }
        return false;
    }

    private int ringOfDepth(int depth) {
        return Math.min(depth, rings - 1);
    }
}
