package io.tidemark.analysis.diff.split;

import io.tidemark.analysis.diff.align.Alignment;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.model.Tasks;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The path of the slower run along which two runs are compared. It goes from the task that ended
 * last back to the begin, or to the last task that waited for its submit. The time before that is
 * the opening. The predecessor of a task is the one that released it last, a producer or the
 * previous task on its core. The observed critical path uses the same rule, with one exception. If
 * tasks took other cores in another order, the previous task on a core says little. There the path
 * may continue with the producer that made the task ready, if that explains more of its delay.
 * Immutable.
 */
final class WalkedPath {
    private static final long UNKNOWN = KernelRuns.NONE;

    private final TaskTimes slow;
    private final TaskTimes fast;
    private final Alignment alignment; // from slow to fast
    private final BitSet isAfterCore = new BitSet();
    private int[] tasks = new int[64]; // backwards while they are found
    private int size;
    private long opened;

    /**
     * @param last the task that ended last
     * @param alignment from the slower run to the faster one
     */
    WalkedPath(TaskTimes slow, TaskTimes fast, Alignment alignment, int last, long beginNanos) {
        this.slow = slow;
        this.fast = fast;
        this.alignment = alignment;
        opened = beginNanos;
        BitSet afterCore = new BitSet();
        int task = last;
        while (task != Tasks.NONE) {
            if (size == tasks.length) {
                tasks = Arrays.copyOf(tasks, 2 * size);
            }
            tasks[size++] = task;
            int producer = slow.producer(task);
            int onCore = slow.beforeOnCore(task);
            boolean takesCore = isByCore(task, producer, onCore);
            afterCore.set(size - 1, takesCore);
            int previous = takesCore ? onCore : producer;
            long from = previous == Tasks.NONE ? beginNanos : slow.end(previous);
            if (slow.submitted(task) > from) {
                opened = Math.min(slow.submitted(task), slow.start(task));
                break;
            }
            task = previous;
        }
        reverse(afterCore);
    }

    private void reverse(BitSet afterCore) {
        int[] forward = new int[size];
        for (int step = 0; step < size; step++) {
            forward[step] = tasks[size - 1 - step];
            isAfterCore.set(step, afterCore.get(size - 1 - step));
        }
        tasks = forward;
    }

    /** Whether the path goes from a task to the one before it on its core. */
    private boolean isByCore(int task, int producer, int onCore) {
        if (onCore == Tasks.NONE || producer != Tasks.NONE && slow.end(producer) >= slow.end(onCore)) {
            return false;
        }
        int counterpart = alignment.toAfter(task);
        int there = alignment.toAfter(onCore);
        if (!hasRun(counterpart) || !hasRun(there)) {
            return true;
        }
        boolean isSameOrder = fast.beforeOnCore(counterpart) == there;
        long ready = slow.readyNanos(task);
        long readyThere = fast.readyNanos(counterpart);
        if (isSameOrder || ready == UNKNOWN || readyThere == UNKNOWN) {
            return true;
        }
        long longer = slow.start(task) - fast.start(counterpart);
        long byCore = longer - (slow.end(onCore) - fast.end(there)); // what that leaves open
        long byData = longer - (ready - readyThere);
        boolean isEitherEnough = byCore <= 0 && byData <= 0;
        return isEitherEnough ? byCore >= byData : byCore <= byData;
    }

    private boolean hasRun(int counterpart) {
        return counterpart != Alignment.NONE && fast.hasRun(counterpart);
    }

    /** When the first step was submitted; the begin of the makespan if it did not wait for that. */
    long openedNanos() {
        return opened;
    }

    /** Steps behind the opening, at least one. */
    int size() {
        return size;
    }

    int task(int step) {
        return tasks[step];
    }

    /** What a step waited for last: another task's end, or the end of a task on its core. */
    Cause link(int step) {
        return isAfterCore.get(step) ? Cause.CORE : Cause.DEPENDENCY;
    }
}
