package io.tidemark.analysis.diff.split;

import io.tidemark.abi.TaskId;
import io.tidemark.analysis.coretime.Stretches;
import io.tidemark.capture.graph.Digraph;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.model.SubmitTimes;
import io.tidemark.capture.model.Tasks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * When the orchestrator waited inside a submit for room in a ring. No record says it, so it is read
 * off the submits. In virtual time nothing else can lengthen a submit: what a submit takes longer
 * than the shortest one of its kernel with as many producers is waiting. In real time a ring must
 * be known to have been full: the submit of a task waits until the task one window before it, all
 * before that one and all their consumers have ended. Pure.
 */
public final class RingWaits {
    private static final double LEAST_EXCESS = 0.5; // of the shortest submit
    private static final long UNKNOWN = KernelRuns.NONE;

    private final CaptureModel model;
    private final Tasks tasks;
    private final SubmitTimes submits;
    private final List<long[]> waits = new ArrayList<>();

    private RingWaits(CaptureModel model) {
        this.model = model;
        this.tasks = model.tasks();
        this.submits = model.submits();
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
        Map<Long, Long> shortest = new HashMap<>();
        for (int task = 0; task < tasks.size(); task++) {
            if (submits.begin(task) != UNKNOWN) {
                shortest.merge(kind(task), submits.end(task) - submits.begin(task), Math::min);
            }
        }
        long[] usual = shortest.values().stream().mapToLong(Long::longValue).sorted().toArray();
        for (int task = 0; task < tasks.size(); task++) {
            if (submits.begin(task) != UNKNOWN) {
                long length = submits.end(task) - submits.begin(task);
                long most = (long) ((1 + LEAST_EXCESS) * usual[usual.length / 2]);
                long own =
                        Math.min(shortest.get(kind(task)), most); // all of a kind may have waited
                if (length - own > LEAST_EXCESS * own) {
                    waits.add(new long[] {submits.begin(task), submits.end(task) - own});
                }
            }
        }
    }

    private long kind(int task) {
        return (long) model.kernelOf(task) << 32 | model.graph().inDegree(task);
    }

    private void addFull(int ring, long window) {
        Map<Long, Integer> byNumber = new HashMap<>();
        long highest = -1;
        for (int task = 0; task < tasks.size(); task++) {
            if (TaskId.ring(tasks.taskId(task)) == ring) {
                byNumber.put(TaskId.number(tasks.taskId(task)), task);
                highest = Math.max(highest, TaskId.number(tasks.taskId(task)));
            }
        }
        long freed = UNKNOWN;
        for (long number = 0; window > 0 && number + window <= highest; number++) {
            Integer oldest = byNumber.get(number);
            freed = oldest == null ? freed : Math.max(freed, released(oldest));
            Integer next = byNumber.get(number + window);
            if (next != null && submits.begin(next) != UNKNOWN && freed > submits.begin(next)) {
                long end = Math.min(freed, submits.end(next));
                waits.add(new long[] {submits.begin(next), end});
            }
        }
    }

    /** When a task and all that read its results had ended; before everything when not known. */
    private long released(int task) {
        Digraph graph = model.graph();
        long end = model.readiness().completion(task);
        for (int at = graph.firstSuccessor(task); at < graph.endSuccessor(task); at++) {
            end = Math.max(end, model.readiness().completion(graph.successor(at)));
        }
        return end;
    }
}
