package io.tidemark.analysis.diff.split;

import io.tidemark.analysis.diff.align.Alignment;
import io.tidemark.capture.column.RowGroups;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.model.Tasks;

/**
 * The tasks that used the cores a task waited for, and that released one earlier in the other run.
 * A task may run on any core of a type and takes the first free one. A task without a path to it
 * can therefore delay it by computing longer. One thread.
 */
final class CoreHolders {
    private final TaskTimes times;
    private final TaskTimes otherTimes;
    private final Alignment alignment;
    private final KernelRuns runs;
    private final Tasks tasks;
    private RowGroups byCore; // when first asked for
    private int holder = Alignment.NONE;
    private long nanos;

    /**
     * @param alignment from the run that waited to the other one
     */
    CoreHolders(TaskTimes times, TaskTimes otherTimes, Alignment alignment) {
        this.times = times;
        this.otherTimes = otherTimes;
        this.alignment = alignment;
        runs = times.model().runs();
        tasks = times.model().tasks();
    }

    /**
     * Looks at the cores of a task's type up to its start. The answer is the most that one task on
     * them would have shortened the wait with its length of the other run; {@link #holder} is that
     * task.
     *
     * @param mostNanos what the task waited longer for a core
     */
    long search(int task, long mostNanos) {
        if (byCore == null) {
            byCore = runs.timedByCore();
        }
        holder = Alignment.NONE;
        nanos = 0;
        int own = times.firstRun(task);
        long start = runs.start(own);
        long from = Math.max(start - mostNanos, times.readyNanos(task));
        for (int core = 0; core < byCore.count(); core++) {
            boolean isOfType =
                    !byCore.isEmpty(core) && runs.coreType(byCore.row(byCore.begin(core))) == runs.coreType(own);
            if (isOfType && core != runs.core(own)) {
                searchCore(core, from, start);
            }
        }
        nanos = Math.min(nanos, mostNanos);
        return nanos;
    }

    /**
     * When a core of a task's type was first given to another task between two moments, {@link
     * KernelRuns#NONE} if none was.
     */
    long firstStart(int task, long from, long to) {
        if (byCore == null) {
            byCore = runs.timedByCore();
        }
        int own = times.firstRun(task);
        long first = KernelRuns.NONE;
        for (int core = 0; core < byCore.count(); core++) {
            boolean isOfType =
                    !byCore.isEmpty(core) && runs.coreType(byCore.row(byCore.begin(core))) == runs.coreType(own);
            int at = isOfType ? lastStarted(core, from) + 1 : byCore.end(core);
            if (at < byCore.end(core)) {
                long start = runs.start(byCore.row(at));
                boolean isEarlier = first == KernelRuns.NONE || start < first;
                first = start < to && isEarlier ? start : first;
            }
        }
        return first;
    }

    private void searchCore(int core, long from, long start) {
        for (int at = lastStarted(core, start); at >= byCore.begin(core) && runs.end(byCore.row(at)) > from; at--) {
            int candidate = tasks.ofRun(byCore.row(at));
            int counterpart = alignment.toAfter(candidate);
            if (counterpart != Alignment.NONE && otherTimes.hasRun(counterpart)) {
                long end = runs.end(byCore.row(at));
                long longer = times.end(candidate)
                        - times.start(candidate)
                        - (otherTimes.end(counterpart) - otherTimes.start(counterpart));
                long earlier = Math.min(longer, longer + start - end);
                if (earlier > nanos) {
                    nanos = earlier;
                    holder = candidate;
                }
            }
        }
    }

    /** The last run of a core that started before a moment. */
    private int lastStarted(int core, long moment) {
        int low = byCore.begin(core);
        int high = byCore.end(core);
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (runs.start(byCore.row(middle)) < moment) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }

    /** The task that the last search found. */
    int holder() {
        return holder;
    }
}
