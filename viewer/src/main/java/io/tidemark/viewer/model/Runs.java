package io.tidemark.viewer.model;

import io.tidemark.viewer.timeline.SortedOrder;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * Every run of a task on a core in columns, sorted by unsigned task id; a task that ran on several
 * cores has several rows. A run that had not ended when the run of the graph was stopped is open:
 * it is drawn until then, and no statistics count it. Times are nanoseconds since the origin,
 * {@link TimeAxis#NONE} where no stamp was taken. Filled by the reading thread, read by anyone
 * afterwards.
 */
public final class Runs {
    final long[] taskId;
    final int[] core;
    final int[] lane;
    final int[] name;
    final int[] node;
    final long[] dispatchNanos;
    final BitSet failed = new BitSet();
    final long[] receiveNanos;
    final long[] beginNanos;
    final long[] endNanos;
    final long[] finishNanos;
    final BitSet open = new BitSet();
    final BitSet timed;
    private int[] byBegin;

    Runs(int size) {
        taskId = new long[size];
        core = new int[size];
        lane = new int[size];
        name = new int[size];
        node = new int[size];
        dispatchNanos = new long[size];
        receiveNanos = new long[size];
        beginNanos = new long[size];
        endNanos = new long[size];
        finishNanos = new long[size];
        timed = new BitSet(size);
        Arrays.fill(lane, -1);
        Arrays.fill(node, -1);
    }

    public int size() {
        return taskId.length;
    }

    public long taskId(int run) {
        return taskId[run];
    }

    public int core(int run) {
        return core[run];
    }

    /** The lane that draws it, -1 when it has no begin. */
    public int lane(int run) {
        return lane[run];
    }

    /** Kernel, as an index into the name table. */
    public int name(int run) {
        return name[run];
    }

    /** Node of the dependency graph, -1 when the graph does not know the task. */
    public int node(int run) {
        return node[run];
    }

    /** True when it had not ended: its end is the moment of the stop. */
    public boolean isOpen(int run) {
        return open.get(run);
    }

    public int openCount() {
        return open.cardinality();
    }

    public long dispatchNanos(int run) {
        return dispatchNanos[run];
    }

    /** Runs whose kernel threw, in their order. */
    public IntStream failed() {
        return failed.stream();
    }

    public long receiveNanos(int run) {
        return receiveNanos[run];
    }

    public long beginNanos(int run) {
        return beginNanos[run];
    }

    public long endNanos(int run) {
        return endNanos[run];
    }

    /** True when both ends are stamped, the begin first; only such runs have a length. */
    public boolean isTimed(int run) {
        return timed.get(run);
    }

    public long finishNanos(int run) {
        return finishNanos[run];
    }

    /** Run numbers in order of their begin; made on first use. */
    public synchronized int[] byBegin() {
        if (byBegin == null) {
            byBegin = SortedOrder.by(beginNanos, size());
        }
        return byBegin;
    }

    /** How many runs a task has, given its first; 0 for -1. */
    public int countFrom(int first) {
        int end = Math.max(first, 0);
        while (first >= 0 && end < size() && taskId[end] == taskId[first]) {
            end++;
        }
        return first < 0 ? 0 : end - first;
    }

    /** Of a task's runs the one that began first, given its first row; -1 for -1. */
    public int earliestFrom(int first) {
        int best = first;
        int end = first + countFrom(first);
        for (int run = first; run < end; run++) {
            boolean stamped = beginNanos[run] != TimeAxis.NONE;
            boolean earlier =
                    beginNanos[best] == TimeAxis.NONE || beginNanos[run] < beginNanos[best];
            best = stamped && earlier ? run : best;
        }
        return best;
    }

    /** Of a task's runs the one that ended last, given its first row; -1 for -1. */
    public int latestFrom(int first) {
        int best = first;
        int end = first + countFrom(first);
        for (int run = first; run < end; run++) {
            best = endNanos[run] > endNanos[best] ? run : best;
        }
        return best;
    }

    /** First run of a task, or -1. */
    public int firstOf(long task) {
        int low = 0;
        int high = size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Long.compareUnsigned(taskId[middle], task) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low < size() && taskId[low] == task ? low : -1;
    }
}
