package io.tidemark.viewer.resource;

import io.tidemark.capture.swimlane.SchedulerPhases;
import io.tidemark.capture.swimlane.SubmitPhases;
import io.tidemark.viewer.model.CaptureView;
import io.tidemark.viewer.model.HostPhases;
import java.util.List;

/** Writes what the selection panel says about scheduler phases, submits and tasks by id. */
final class PhaseChunk {
    private PhaseChunk() {}

    /**
     * i32 loop, tasks, pop hits (-1 unknown), pop misses, then ready-queue depths AIC, AIV, MIX at
     * start and at end (-1 unknown); u64 task (all ones: none).
     */
    static byte[] phases(SchedulerPhases phases, int chunk) {
        int from = chunk * Chunks.ROWS;
        Columns columns = new Columns(Chunks.length(phases.size(), Chunks.ROWS, chunk))
                .ints(at -> phases.loopIteration(from + at))
                .ints(at -> phases.tasksProcessed(from + at))
                .ints(at -> phases.hasPops(from + at) ? phases.popHits(from + at) : -1)
                .ints(at -> phases.hasPops(from + at) ? phases.popMisses(from + at) : -1);
        for (int index = 0; index < 6; index++) {
            int queue = index % 3;
            boolean atStart = index < 3;
            columns.ints(at -> {
                int row = from + at;
                long packed = atStart ? phases.depthsAtStart(row) : phases.depthsAtEnd(row);
                return packed == SchedulerPhases.NO_DEPTHS ? -1 : SchedulerPhases.depth(packed, queue);
            });
        }
        return columns.longs(at -> phases.taskId(from + at)).toBytes();
    }

    /** u64 task (all ones: none), i32 submit number. */
    static byte[] submits(SubmitPhases submits, int chunk) {
        int from = chunk * Chunks.ROWS;
        return new Columns(Chunks.length(submits.size(), Chunks.ROWS, chunk))
                .longs(at -> submits.taskId(from + at))
                .ints(at -> submits.submitIndex(from + at))
                .toBytes();
    }

    /** u64 detail, u64 thread, u64 invocation, i32 1 when the detail is a task id. */
    static byte[] hostPhases(HostPhases host, int chunk) {
        List<HostPhases.Placed> phases = host.phases();
        int from = chunk * Chunks.ROWS;
        return new Columns(Chunks.length(phases.size(), Chunks.ROWS, chunk))
                .longs(at -> phases.get(from + at).phase().detail())
                .longs(at -> phases.get(from + at).phase().tid())
                .longs(at -> phases.get(from + at).invocation())
                .ints(at -> phases.get(from + at).phase().namesTask() ? 1 : 0)
                .toBytes();
    }

    /** u64 task; i32 node, first run, runs, first argument, arguments; by unsigned task id. */
    static byte[] tasks(CaptureView view, int chunk) {
        int from = chunk * Chunks.SEARCH_ROWS;
        return new Columns(Chunks.length(view.tasks().size(), Chunks.SEARCH_ROWS, chunk))
                .longs(at -> view.tasks().taskId(from + at))
                .ints(at -> view.tasks().node(from + at))
                .ints(at -> view.tasks().firstRun(from + at))
                .ints(at -> view.runs().countFrom(view.tasks().firstRun(from + at)))
                .ints(at -> view.tasks().firstArgument(from + at))
                .ints(at -> view.tasks().argumentCount(from + at))
                .toBytes();
    }
}
