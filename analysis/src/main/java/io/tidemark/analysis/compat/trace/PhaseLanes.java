package io.tidemark.analysis.compat.trace;

import io.tidemark.abi.swimlane.SchedPhaseKind;
import io.tidemark.analysis.convert.encode.Job;
import io.tidemark.analysis.convert.encode.TraceIds;
import io.tidemark.analysis.convert.encode.Vocabulary;
import io.tidemark.analysis.convert.encode.Word;
import io.tidemark.capture.column.RowOrder;
import io.tidemark.capture.swimlane.SchedulerPhases;
import java.util.List;

/** What each scheduler thread did, and how full the shared ready queues were. */
final class PhaseLanes {
    private final CompatScene scene;
    private final SchedulerPhases phases;
    private final Vocabulary words;
    private final int[] finishRows;

    PhaseLanes(CompatScene scene, int[] finishRows) {
        this.scene = scene;
        this.phases = scene.phases;
        this.words = scene.vocabulary;
        this.finishRows = finishRows;
    }

    void addJobs(List<Job<CompatSink>> jobs) {
        for (int lane = 0; lane < phases.laneCount(); lane++) {
            int number = lane;
            for (int track = 0; track < PhaseTracks.COUNT; track++) {
                int[] rows = scene.phaseTracks.inOrder(lane, track);
                if (rows.length > 0) {
                    jobs.add(sink -> drawTrack(sink, number, rows));
                }
            }
        }
        jobs.add(this::drawQueues);
    }

    private void drawTrack(CompatSink sink, int lane, int[] rows) {
        for (int row : rows) {
            drawPhase(sink, scene.phaseTracks.tid(lane, row), row);
        }
    }

    private void drawPhase(CompatSink sink, int tid, int row) {
        SchedPhaseKind kind = phases.kind(row);
        double begin = scene.phaseBegin(row);
        boolean seenOnly = kind == SchedPhaseKind.COMPLETE && !phases.hasCount(row);
        int count = seenOnly ? finishRows[row] : phases.tasksProcessed(row);
        double duration = scene.phaseEnd(row) - begin;
        sink.slice(TraceIds.SCHEDULER, tid, begin, duration);
        sink.category(words.scheduler);
        sink.color(words.phaseColor(kind));
        Word name = words.of(phases.kindName(row));
        sink.nameCounted(name, count);
        sink.argument(words.phase, name);
        sink.argument(words.loopIteration, phases.loopIteration(row));
        sink.argument(words.tasksProcessed, count);
        if (phases.hasDepths(row)) {
            sink.argumentDepths(words.depthsAtStart, phases.depthsAtStart(row));
            sink.argumentDepths(words.depthsAtEnd, phases.depthsAtEnd(row));
        }
        if (kind == SchedPhaseKind.COMPLETE) {
            sink.argument(words.finishesProcessed, count);
            if (!seenOnly) { // today's converter writes one of the two
                sink.argument(words.finishRows, finishRows[row]);
            }
        }
        sink.close();
    }

    /** Samples of all threads in order of time, those that change nothing included. */
    private void drawQueues(CompatSink sink) {
        int[] rows = new int[phases.size()];
        int size = 0;
        for (int row = 0; row < phases.size(); row++) {
            SchedPhaseKind kind = phases.kind(row);
            boolean counts = kind == SchedPhaseKind.COMPLETE || kind == SchedPhaseKind.DISPATCH;
            if (counts && phases.hasDepths(row)) {
                rows[size++] = row;
            }
        }
        RowOrder.sort(rows, 0, size, phases::endTick);
        for (int at = 0; at < size; at++) {
            long depths = phases.depthsAtEnd(rows[at]);
            drawSample(sink, scene.phaseEnd(rows[at]), depths);
        }
    }

    private void drawSample(CompatSink sink, double micros, long depths) {
        sink.counter(TraceIds.SCHEDULER, TraceIds.SHARED_QUEUE, micros, words.sharedQueue);
        sink.category(words.queue);
        sink.argument(words.aic, SchedulerPhases.depth(depths, 0));
        sink.argument(words.aiv, SchedulerPhases.depth(depths, 1));
        sink.argument(words.mix, SchedulerPhases.depth(depths, 2));
        sink.close();
    }
}
