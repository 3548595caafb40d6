package io.tidemark.analysis.convert.arrow;

import io.tidemark.analysis.convert.encode.Arrow;
import io.tidemark.analysis.convert.encode.TraceIds;
import io.tidemark.analysis.convert.scene.Markers;
import io.tidemark.analysis.convert.scene.TraceScene;
import io.tidemark.capture.graph.Digraph;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.model.Tasks;

/** Arrows from producers to consumers, in the worker view and mirrored in the scheduler view. */
final class DependencyArrows {
    private final TraceScene scene;
    private final ArrowRules rules;
    private final Digraph graph;
    private final KernelRuns rows;
    private final Anchors workerAnchors;
    private final Anchors schedulerAnchors;
    private final Arrow arrow = new Arrow();
    private ArrowConsumer consumer;
    private long sourceEnd;

    DependencyArrows(TraceScene scene, ArrowRules rules, Anchors workerAnchors, Anchors schedulerAnchors) {
        this.scene = scene;
        this.rules = rules;
        this.graph = scene.model.graph();
        this.rows = scene.rows;
        this.workerAnchors = workerAnchors;
        this.schedulerAnchors = schedulerAnchors;
    }

    void inWorkerView(ArrowConsumer arrows) {
        consumer = arrows;
        for (int source = 0; source < graph.sourceCount(); source++) {
            int producer = graph.source(source);
            if (isVisible(producer)) {
                int end = graph.endSuccessor(producer);
                for (int edge = graph.firstSuccessor(producer); edge < end; edge++) {
                    int consumerUnit = graph.successor(edge);
                    if (isVisible(consumerUnit)) {
                        if (arrows.isCounting()) {
                            long pairs = (long) workerEnds(producer) * workerEnds(consumerUnit);
                            arrows.add(ArrowKind.DEPENDENCY, pairs);
                        } else {
                            workerPairs(producer, consumerUnit);
                        }
                    }
                }
            }
        }
    }

    private int workerEnds(int unit) {
        if (scene.model.tasks().hasRuns(unit)) {
            return workerAnchors.end(unit) - workerAnchors.begin(unit);
        }
        int count = 0;
        for (int marker = scene.markers.firstOf(unit); marker != Tasks.NONE; marker = scene.markers.next(marker)) {
            count++;
        }
        return count;
    }

    private boolean isVisible(int unit) {
        if (rules.hidesBesidePath() && !scene.highlight.shows(unit)) {
            return false;
        }
        return scene.model.tasks().hasRuns(unit) || scene.markers.firstOf(unit) != Tasks.NONE;
    }

    private void workerPairs(int producer, int consumerUnit) {
        count(producer, consumerUnit);
        if (scene.model.tasks().hasRuns(producer)) {
            int end = workerAnchors.end(producer);
            for (int at = workerAnchors.begin(producer); at < end; at++) {
                int row = workerAnchors.row(at);
                sourceEnd = scene.end(row);
                arrow.from(scene.workerSlice(row), TraceIds.WORKER_VIEW, scene.workerTid(row), scene.workerBegin(row));
                toWorkerAnchors(consumerUnit);
            }
            return;
        }
        Markers markers = scene.markers;
        for (int marker = markers.firstOf(producer); marker != Tasks.NONE; marker = markers.next(marker)) {
            sourceEnd = markers.end(marker);
            arrow.from(scene.markerSlice(marker), markers.pid(marker), markers.tid(marker), markers.begin(marker));
            toWorkerAnchors(consumerUnit);
        }
    }

    private void toWorkerAnchors(int unit) {
        if (scene.model.tasks().hasRuns(unit)) {
            for (int at = workerAnchors.begin(unit); at < workerAnchors.end(unit); at++) {
                int row = workerAnchors.row(at);
                long begin = scene.workerBegin(row);
                arrow.to(scene.workerSlice(row), TraceIds.WORKER_VIEW, scene.workerTid(row), begin);
                emit(ArrowKind.DEPENDENCY, sourceEnd > rules.needed(scene, row));
            }
            return;
        }
        Markers markers = scene.markers;
        for (int marker = markers.firstOf(unit); marker != Tasks.NONE; marker = markers.next(marker)) {
            long begin = markers.begin(marker);
            arrow.to(scene.markerSlice(marker), markers.pid(marker), markers.tid(marker), begin);
            emit(ArrowKind.DEPENDENCY, sourceEnd > begin);
        }
    }

    void inSchedulerView(ArrowConsumer arrows) {
        consumer = arrows;
        for (int source = 0; source < graph.sourceCount(); source++) {
            int producer = graph.source(source);
            int end = graph.endSuccessor(producer);
            for (int edge = graph.firstSuccessor(producer); edge < end; edge++) {
                schedulerPairs(producer, graph.successor(edge));
            }
        }
    }

    private void schedulerPairs(int producer, int consumerUnit) {
        if (consumer.isCounting()) {
            long pairs = (long) schedulerEnds(producer) * schedulerEnds(consumerUnit);
            consumer.add(ArrowKind.DEPENDENCY_OF_SCHEDULER_VIEW, pairs);
            return;
        }
        count(producer, consumerUnit);
        for (int from = schedulerAnchors.begin(producer); from < schedulerAnchors.end(producer); from++) {
            int source = schedulerAnchors.row(from);
            if (!scene.isScheduled(source)) {
                continue;
            }
            fromSchedulerRow(source);
            int end = schedulerAnchors.end(consumerUnit);
            for (int to = schedulerAnchors.begin(consumerUnit); to < end; to++) {
                int target = schedulerAnchors.row(to);
                if (scene.isScheduled(target)) {
                    toSchedulerRow(target);
                    boolean violates = rows.finish(source) > rows.dispatch(target);
                    emit(ArrowKind.DEPENDENCY_OF_SCHEDULER_VIEW, violates);
                }
            }
        }
    }

    private int schedulerEnds(int unit) {
        int count = 0;
        for (int at = schedulerAnchors.begin(unit); at < schedulerAnchors.end(unit); at++) {
            count += scene.isScheduled(schedulerAnchors.row(at)) ? 1 : 0;
        }
        return count;
    }

    private void fromSchedulerRow(int row) {
        arrow.from(scene.schedulerSlice(row), TraceIds.SCHEDULER_VIEW, scene.schedulerTid(row), rows.dispatch(row));
    }

    private void toSchedulerRow(int row) {
        arrow.to(scene.schedulerSlice(row), TraceIds.SCHEDULER_VIEW, scene.schedulerTid(row), rows.dispatch(row));
    }

    private void emit(ArrowKind kind, boolean violates) {
        arrow.named(violates ? scene.vocabulary.violation : scene.vocabulary.dependency);
        arrow.bindFrom().bindTo();
        consumer.accept(kind, arrow);
    }

    private void count(int producer, int consumerUnit) {
        arrow.outputCount = taskCount(producer);
        arrow.inputCount = taskCount(consumerUnit);
    }

    private int taskCount(int unit) {
        if (!scene.isSpmd(unit)) {
            return 1;
        }
        int blocks = scene.model.tasks().blockCount(unit);
        return blocks > 0 ? blocks : scene.model.tasks().runCount(unit);
    }
}
