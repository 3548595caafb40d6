package io.tidemark.analysis.diff.split;

import io.tidemark.abi.TaskId;
import io.tidemark.analysis.coretime.Stretches;
import io.tidemark.capture.column.LongColumn;
import io.tidemark.capture.column.LongIndex;
import io.tidemark.capture.column.RowOrder;
import io.tidemark.capture.graph.Digraph;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.model.Readiness;
import io.tidemark.capture.model.SubmitTimes;
import io.tidemark.capture.model.Tasks;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * When the orchestrator waited inside a submit for room in a ring. No record shows it, so it is
 * derived from the submits. In virtual time nothing else can lengthen a submit. The wait is the
 * excess over the shortest submit of the same kernel with as many producers. In real time a ring
 * must be known to have been full. The submit of a task waits until the task one window before it
 * has ended, with all earlier tasks and all their consumers. Pure.
 */
public final class RingWaits {
    private static final double LEAST_EXCESS = 0.5; // of the shortest submit
    private static final long UNKNOWN = KernelRuns.NONE;

    private final CaptureModel model;
    private final Tasks tasks;
    private final SubmitTimes submits;
    private final Digraph graph;
    private final Readiness readiness;
    private final List<long[]> waits = new ArrayList<>();

    private RingWaits(CaptureModel model) {
        this.model = model;
        this.tasks = model.tasks();
        this.submits = model.submits();
        graph = model.graph();
        readiness = model.readiness();
    }

    /**
     * The waits of a run.
     *
     * @param taskWindows tasks that each ring holds; empty when not known
     */
    public static Stretches of(CaptureModel model, boolean isVirtual, long[] taskWindows) {
        RingWaits found = new RingWaits(model);
        if (found.submits.isComparable()) {
            if (isVirtual) {
                found.addLengthened();
            } else if (model.dependencies().isPresent()) {
                for (int ring = 0; ring < taskWindows.length; ring++) {
                    found.addFull(ring, taskWindows[ring]);
                }
            }
        }
        return Stretches.of(found.waits);
    }

    private void addLengthened() {
        LongIndex kinds = new LongIndex();
        LongColumn shortest = new LongColumn();
        for (int task = 0; task < tasks.size(); task++) {
            if (submits.begin(task) != UNKNOWN) {
                long length = submits.end(task) - submits.begin(task);
                int kind = kinds.add(kind(task));
                if (kind == shortest.size()) {
                    shortest.add(length);
                }
                shortest.set(kind, Math.min(length, shortest.get(kind)));
            }
        }
        long[] usual = IntStream.range(0, kinds.size())
                .mapToLong(shortest::get)
                .sorted()
                .toArray();
        for (int task = 0; task < tasks.size(); task++) {
            if (submits.begin(task) != UNKNOWN) {
                long length = submits.end(task) - submits.begin(task);
                long most = (long) ((1 + LEAST_EXCESS) * usual[usual.length / 2]);
                long own = // all of a kind may have waited
                        Math.min(shortest.get(kinds.find(kind(task))), most);
                if (length - own > LEAST_EXCESS * own) {
                    waits.add(new long[] {submits.begin(task), submits.end(task) - own});
                }
            }
        }
    }

    private long kind(int task) {
        return (long) model.kernelOf(task) << 32 | graph.inDegree(task);
    }

    /** Tasks of a ring are numbered in the order in which they take their slots. */
    private void addFull(int ring, long window) {
        int[] own = IntStream.range(0, tasks.size())
                .filter(task -> TaskId.ring(tasks.taskId(task)) == ring)
                .toArray();
        RowOrder.sort(own, 0, own.length, task -> TaskId.number(tasks.taskId(task)));
        long freed = UNKNOWN;
        int oldest = 0;
        for (int next = 0; window > 0 && next < own.length; next++) {
            long last = TaskId.number(tasks.taskId(own[next])) - window; // must have left the ring
            while (oldest < own.length && TaskId.number(tasks.taskId(own[oldest])) <= last) {
                freed = Math.max(freed, released(own[oldest++]));
            }
            long begin = submits.begin(own[next]);
            if (begin != UNKNOWN && freed > begin) {
                waits.add(new long[] {begin, Math.min(freed, submits.end(own[next]))});
            }
        }
    }

    /** When a task and all that read its results had ended; before everything when not known. */
    private long released(int task) {
        long end = readiness.completion(task);
        for (int at = graph.firstSuccessor(task); at < graph.endSuccessor(task); at++) {
            end = Math.max(end, readiness.completion(graph.successor(at)));
        }
        return end;
    }
}
