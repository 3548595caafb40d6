package io.tidemark.analysis.criticalpath;

import io.tidemark.analysis.join.Run;
import io.tidemark.analysis.join.RunRows;
import io.tidemark.analysis.join.SubmitTimes;
import io.tidemark.capture.column.LongIndex;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.swimlane.AicoreRows;
import io.tidemark.capture.swimlane.SwimlaneTable;
import io.tidemark.capture.swimlane.Timeline;
import java.util.Arrays;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * The tasks of a run for path analysis: first those that ran, numbered by their first row, then
 * those of the graph that no core ran. Times are whole units: device ticks for comparison with
 * today's tool, else nanoseconds on the axis of the run. Immutable once built.
 */
final class PathTasks {
    /** A moment the capture does not hold. */
    static final long UNKNOWN = Long.MIN_VALUE;

    private final LongIndex ids = new LongIndex();
    private final double unitsPerSecond;
    private final int timed;
    private final long[] start;
    private final long[] end;
    private final int[] core;
    private final int[] function;
    private final int[] runs;
    private final long[] dispatch;
    private final long[] submit;
    private final int[] rowTask;
    private final int[] rowCore;
    private final long[] rowStart;
    private final long[] rowEnd;

    private PathTasks(int rows, double unitsPerSecond, RowSource source) {
        this.unitsPerSecond = unitsPerSecond;
        rowTask = new int[rows];
        rowCore = new int[rows];
        rowStart = new long[rows];
        rowEnd = new long[rows];
        for (int row = 0; row < rows; row++) {
            rowTask[row] = ids.add(source.taskId.applyAsLong(row));
            rowCore[row] = source.core.applyAsInt(row);
            rowStart[row] = source.start.applyAsLong(row);
            rowEnd[row] = source.end.applyAsLong(row);
        }
        timed = ids.size();
        start = new long[timed];
        end = new long[timed];
        core = new int[timed];
        function = new int[timed];
        runs = new int[timed];
        dispatch = new long[timed];
        submit = new long[timed];
        Arrays.fill(start, Long.MAX_VALUE);
        Arrays.fill(end, Long.MIN_VALUE);
        Arrays.fill(dispatch, UNKNOWN);
        Arrays.fill(submit, UNKNOWN);
        for (int row = 0; row < rows; row++) {
            int task = rowTask[row];
            if (rowStart[row] < start[task]) {
                core[task] = rowCore[row];
                function[task] = source.function.applyAsInt(row);
            }
            runs[task]++;
            start[task] = Math.min(start[task], rowStart[row]);
            end[task] = Math.max(end[task], rowEnd[row]);
        }
    }

    /** The columns that rows are read from. */
    private record RowSource(
            IntToLongFunction taskId,
            IntUnaryOperator core,
            IntUnaryOperator function,
            IntToLongFunction start,
            IntToLongFunction end) {}

    /** Every AICore row in file order and in ticks, graph nodes without rows left out. */
    static PathTasks asToday(SwimlaneTable table) {
        AicoreRows rows = table.aicore();
        return new PathTasks(
                rows.size(),
                table.metadata().clockHz(),
                new RowSource(
                        rows::taskId,
                        rows::core,
                        row -> AicoreRows.NO_FUNCTION,
                        rows::startTick,
                        rows::endTick));
    }

    /**
     * Every run with both stamps in nanoseconds, with dispatch and submit times, and every node of
     * its graph.
     */
    static PathTasks of(Run run) {
        RunRows rows = run.rows();
        int[] timed = IntStream.range(0, rows.size()).filter(rows::isTimed).toArray();
        PathTasks tasks =
                new PathTasks(
                        timed.length,
                        1e9,
                        new RowSource(
                                at -> rows.taskId(timed[at]),
                                at -> rows.core(timed[at]),
                                at -> rows.function(timed[at]),
                                at -> rows.startNanos(timed[at]),
                                at -> rows.endNanos(timed[at])));
        tasks.addSchedulerTimes(run, timed);
        run.dependencies().ifPresent(tasks::addNodes);
        return tasks;
    }

    private void addSchedulerTimes(Run run, int[] timed) {
        SubmitTimes submits = new SubmitTimes(run);
        RunRows rows = run.rows();
        for (int at = 0; at < timed.length; at++) {
            int row = timed[at];
            int task = rowTask[at];
            if (rows.hasDispatch(row)) {
                long moment = Timeline.nanos(rows.dispatch(row));
                boolean earlier = dispatch[task] == UNKNOWN || moment < dispatch[task];
                dispatch[task] = earlier ? moment : dispatch[task];
            }
            double submitted = submits.end(run.index().unitOfRow(row));
            if (submitted != Double.NEGATIVE_INFINITY) {
                submit[task] = Timeline.nanos(submitted);
            }
        }
    }

    private void addNodes(DependencyGraph graph) {
        for (int node = 0; node < graph.nodeCount(); node++) {
            ids.add(graph.taskId(node));
        }
    }

    /** Tasks that ran; their numbers are 0 to this. */
    int timed() {
        return timed;
    }

    /** All tasks, those no core ran included. */
    int size() {
        return ids.size();
    }

    int find(long taskId) {
        return ids.find(taskId);
    }

    long taskId(int task) {
        return ids.key(task);
    }

    boolean isTimed(int task) {
        return task < timed;
    }

    long start(int task) {
        return start[task];
    }

    long end(int task) {
        return end[task];
    }

    /** The core of the row that started first. */
    int core(int task) {
        return core[task];
    }

    /** Kernel of the row that started first; negative when the capture does not say it. */
    int function(int task) {
        return isTimed(task) ? function[task] : AicoreRows.NO_FUNCTION;
    }

    /** Rows of the task. */
    int runs(int task) {
        return runs[task];
    }

    long duration(int task) {
        return isTimed(task) ? end[task] - start[task] : 0;
    }

    /** First dispatch of a task, or {@link #UNKNOWN}. */
    long dispatch(int task) {
        return dispatch[task];
    }

    /** End of the task's submit, or {@link #UNKNOWN}. */
    long submit(int task) {
        return submit[task];
    }

    double unitsPerSecond() {
        return unitsPerSecond;
    }

    int rows() {
        return rowTask.length;
    }

    int rowTask(int row) {
        return rowTask[row];
    }

    int rowCore(int row) {
        return rowCore[row];
    }

    long rowStart(int row) {
        return rowStart[row];
    }

    long rowEnd(int row) {
        return rowEnd[row];
    }

    /** Orders by id the way today's tool does: as decimal text. */
    int compareIdText(int task, int other) {
        return Long.toUnsignedString(taskId(task)).compareTo(Long.toUnsignedString(taskId(other)));
    }

    long begin() {
        long least = Long.MAX_VALUE;
        for (long moment : start) {
            least = Math.min(least, moment);
        }
        return least;
    }

    long finish() {
        long most = Long.MIN_VALUE;
        for (long moment : end) {
            most = Math.max(most, moment);
        }
        return most;
    }

    /** The task that ended last, the first of several in row order. */
    int lastTask() {
        int last = 0;
        for (int task = 1; task < timed; task++) {
            if (end[task] > end[last]) {
                last = task;
            }
        }
        return last;
    }
}
