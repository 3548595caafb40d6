package io.tidemark.analysis.criticalpath;

import java.util.Arrays;
import java.util.function.IntToLongFunction;

/** From the first start to the last end of each task, over its runs. Immutable. */
public final class TaskSpans {
    private final PathRuns runs;
    private final IntToLongFunction taskId;
    private final long[] start;
    private final long[] end;
    private final int[] firstRun;
    private final int[] runCount;

    /**
     * @param tasks how many tasks there are, those without runs included
     * @param taskId of a task
     */
    public TaskSpans(PathRuns runs, int tasks, IntToLongFunction taskId) {
        this.runs = runs;
        this.taskId = taskId;
        start = new long[tasks];
        end = new long[tasks];
        firstRun = new int[tasks];
        runCount = new int[tasks];
        Arrays.fill(start, Long.MAX_VALUE);
        Arrays.fill(end, Long.MIN_VALUE);
        Arrays.fill(firstRun, -1);
        for (int run = 0; run < runs.size(); run++) {
            int task = runs.task(run);
            if (runs.start(run) < start[task]) {
                firstRun[task] = run;
                start[task] = runs.start(run);
            }
            end[task] = Math.max(end[task], runs.end(run));
            runCount[task]++;
        }
    }

    public PathRuns runs() {
        return runs;
    }

    /** All tasks, those no core ran included. */
    public int size() {
        return start.length;
    }

    public long taskId(int task) {
        return taskId.applyAsLong(task);
    }

    /** True when a core ran it. */
    public boolean hasRun(int task) {
        return runCount[task] > 0;
    }

    /** Tasks that ran. */
    public int ranCount() {
        int ran = 0;
        for (int count : runCount) {
            ran += count > 0 ? 1 : 0;
        }
        return ran;
    }

    public long start(int task) {
        return start[task];
    }

    public long end(int task) {
        return end[task];
    }

    /** The run that started first, -1 when no core ran it. */
    public int firstRun(int task) {
        return firstRun[task];
    }

    public int runCount(int task) {
        return runCount[task];
    }

    /** 0 for a task no core ran. */
    public long duration(int task) {
        return hasRun(task) ? end[task] - start[task] : 0;
    }

    /** The first start of all. */
    public long begin() {
        long first = Long.MAX_VALUE;
        for (long one : start) {
            first = Math.min(first, one);
        }
        return start.length == 0 ? 0 : first;
    }

    /** The last end of all. */
    public long finish() {
        long last = Long.MIN_VALUE;
        for (long one : end) {
            last = Math.max(last, one);
        }
        return end.length == 0 ? 0 : last;
    }

    /** The task that ended last, of several the one whose runs come first. */
    int last() {
        int last = runs.task(0);
        for (int run = 1; run < runs.size(); run++) {
            last = end[runs.task(run)] > end[last] ? runs.task(run) : last;
        }
        return last;
    }

    /** Orders by id as today's tool does: as decimal text. */
    int compareIdText(int task, int other) {
        return Long.toUnsignedString(taskId(task)).compareTo(Long.toUnsignedString(taskId(other)));
    }
}
