package io.tidemark.analysis.convert.view;

import io.tidemark.abi.swimlane.SchedPhaseKind;
import io.tidemark.analysis.convert.encode.ArrowEnds;
import io.tidemark.analysis.convert.encode.TraceIds;
import io.tidemark.analysis.convert.encode.TraceJob;
import io.tidemark.analysis.convert.encode.TraceSink;
import io.tidemark.analysis.convert.encode.Vocabulary;
import io.tidemark.analysis.convert.encode.Word;
import io.tidemark.analysis.convert.scene.TraceScene;
import io.tidemark.capture.column.RowOrder;
import io.tidemark.capture.swimlane.SchedulerPhases;
import java.util.List;

/** What each scheduler thread did, and how full the shared ready queues were. */
final class PhaseLanes {
    private final TraceScene scene;
    private final ViewRules rules;
    private final SchedulerPhases phases;
    private final Vocabulary words;
    private final ArrowEnds ends;
    private final int[] finishRows;

    PhaseLanes(TraceScene scene, ViewRules rules, ArrowEnds ends, int[] finishRows) {
        this.scene = scene;
        this.rules = rules;
        this.phases = scene.phases;
        this.words = scene.vocabulary;
        this.ends = ends;
        this.finishRows = finishRows;
    }

    void addJobs(List<TraceJob> jobs) {
        for (int lane = 0; lane < phases.laneCount(); lane++) {
            int number = lane;
            for (int track = 0; track < scene.phaseTracks.end(lane); track++) {
                int[] rows = scene.phaseTracks.inOrder(lane, track);
                if (rows.length > 0) {
                    jobs.add(sink -> drawTrack(sink, number, rows));
                }
            }
        }
        jobs.add(this::drawQueues);
    }

    private void drawTrack(TraceSink sink, int lane, int[] rows) {
        for (int row : rows) {
            drawPhase(sink, scene.phaseTracks.tid(lane, row), row);
        }
    }

    private void drawPhase(TraceSink sink, int tid, int row) {
        SchedPhaseKind kind = phases.kind(row);
        long begin = scene.phaseBegin(row);
        boolean seenOnly = kind == SchedPhaseKind.COMPLETE && !phases.hasCount(row);
        int count = seenOnly ? finishRows[row] : phases.tasksProcessed(row);
        long end = rules.sliceEnd(begin, scene.phaseEnd(row));
        sink.slice(TraceIds.SCHEDULER, tid, begin, end);
        sink.category(words.scheduler);
        sink.color(words.phaseColor(kind));
        Word name = words.of(phases.kindName(row));
        sink.nameCounted(name, count);
        if (sink.wantsHints()) {
            sink.argument(words.phase, name);
        }
        sink.argument(words.loopIteration, phases.loopIteration(row));
        sink.argument(words.tasksProcessed, count);
        if (phases.hasDepths(row) && sink.wantsHints()) {
            sink.argumentDepths(words.depthsAtStart, phases.depthsAtStart(row));
            sink.argumentDepths(words.depthsAtEnd, phases.depthsAtEnd(row));
        }
        if (kind == SchedPhaseKind.COMPLETE) {
            if (sink.wantsHints()) {
                sink.argument(words.finishesProcessed, count);
            }
            if (!seenOnly || rules.tellsNoticedRows()) {
                sink.argument(words.finishRows, finishRows[row]);
            }
        } else if (phases.hasPops(row) && rules.tellsPops()) {
            sink.argument(words.popHits, phases.popHits(row));
            sink.argument(words.popMisses, phases.popMisses(row));
        }
        ends.attach(sink, scene.phaseSlice(row));
        sink.close();
    }

    /** Samples of all threads in order of time. */
    private void drawQueues(TraceSink sink) {
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
        long shown = SchedulerPhases.NO_DEPTHS;
        for (int at = 0; at < size; at++) {
            long depths = phases.depthsAtEnd(rows[at]);
            if (depths != shown || !rules.drawsChangesOnly()) {
                drawSample(sink, scene.phaseEnd(rows[at]), depths);
                shown = depths;
            }
        }
    }

    private void drawSample(TraceSink sink, long moment, long depths) {
        sink.counter(TraceIds.SCHEDULER, TraceIds.SHARED_QUEUE, moment, words.sharedQueue);
        sink.category(words.queue);
        sink.argument(words.aic, SchedulerPhases.depth(depths, 0));
        sink.argument(words.aiv, SchedulerPhases.depth(depths, 1));
        sink.argument(words.mix, SchedulerPhases.depth(depths, 2));
        sink.close();
    }
}
