package io.tidemark.analysis.compat.trace;

import io.tidemark.analysis.compat.CompatRows;
import io.tidemark.analysis.convert.encode.TraceIds;
import io.tidemark.capture.graph.Digraph;
import io.tidemark.capture.model.Tasks;
import java.util.function.Consumer;

/** Arrows from producers to consumers, in the worker view and mirrored in the scheduler view. */
final class DependencyArrows {
    private final CompatScene scene;
    private final Digraph graph;
    private final CompatRows rows;
    private final Anchors workerAnchors;
    private final Anchors schedulerAnchors;
    private final Arrow arrow = new Arrow();
    private Consumer<Arrow> consumer;
    private double sourceEnd;

    DependencyArrows(CompatScene scene, Anchors workerAnchors, Anchors schedulerAnchors) {
        this.scene = scene;
        this.graph = scene.run.graph();
        this.rows = scene.rows;
        this.workerAnchors = workerAnchors;
        this.schedulerAnchors = schedulerAnchors;
    }

    void inWorkerView(Consumer<Arrow> arrows) {
        consumer = arrows;
        for (int at = 0; at < graph.sourceCount(); at++) {
            int producer = graph.source(at);
            if (isVisible(producer)) {
                int end = graph.endSuccessor(producer);
                for (int edge = graph.firstSuccessor(producer); edge < end; edge++) {
                    int consumerUnit = graph.successor(edge);
                    if (isVisible(consumerUnit)) {
                        workerPairs(producer, consumerUnit);
                    }
                }
            }
        }
    }

    private boolean isVisible(int unit) {
        return scene.run.tasks().hasRuns(unit) || scene.markers.firstOf(unit) != Tasks.NONE;
    }

    private void workerPairs(int producer, int consumerUnit) {
        count(producer, consumerUnit);
        if (scene.run.tasks().hasRuns(producer)) {
            int end = workerAnchors.end(producer);
            for (int at = workerAnchors.begin(producer); at < end; at++) {
                int row = workerAnchors.row(at);
                sourceEnd = rows.end(row);
                arrow.from(
                        scene.workerSlice(row),
                        TraceIds.WORKER_VIEW,
                        scene.workerTid(row),
                        scene.workerBegin(row));
                toWorkerAnchors(consumerUnit);
            }
            return;
        }
        Markers markers = scene.markers;
        for (int marker = markers.firstOf(producer);
                marker != Tasks.NONE;
                marker = markers.next(marker)) {
            sourceEnd = markers.end(marker);
            arrow.from(
                    scene.markerSlice(marker),
                    markers.pid(marker),
                    markers.tid(marker),
                    markers.begin(marker));
            toWorkerAnchors(consumerUnit);
        }
    }

    private void toWorkerAnchors(int unit) {
        if (scene.run.tasks().hasRuns(unit)) {
            for (int at = workerAnchors.begin(unit); at < workerAnchors.end(unit); at++) {
                int row = workerAnchors.row(at);
                double begin = scene.workerBegin(row);
                arrow.to(scene.workerSlice(row), TraceIds.WORKER_VIEW, scene.workerTid(row), begin);
                emit(sourceEnd > begin);
            }
            return;
        }
        Markers markers = scene.markers;
        for (int marker = markers.firstOf(unit);
                marker != Tasks.NONE;
                marker = markers.next(marker)) {
            double begin = markers.begin(marker);
            arrow.to(scene.markerSlice(marker), markers.pid(marker), markers.tid(marker), begin);
            emit(sourceEnd > begin);
        }
    }

    void inSchedulerView(Consumer<Arrow> arrows) {
        consumer = arrows;
        for (int at = 0; at < graph.sourceCount(); at++) {
            int producer = graph.source(at);
            int end = graph.endSuccessor(producer);
            for (int edge = graph.firstSuccessor(producer); edge < end; edge++) {
                schedulerPairs(producer, graph.successor(edge));
            }
        }
    }

    private void schedulerPairs(int producer, int consumerUnit) {
        count(producer, consumerUnit);
        for (int from = schedulerAnchors.begin(producer);
                from < schedulerAnchors.end(producer);
                from++) {
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
                    emit(violates);
                }
            }
        }
    }

    private void fromSchedulerRow(int row) {
        arrow.from(
                scene.schedulerSlice(row),
                TraceIds.SCHEDULER_VIEW,
                scene.schedulerTid(row),
                rows.dispatch(row));
    }

    private void toSchedulerRow(int row) {
        arrow.to(
                scene.schedulerSlice(row),
                TraceIds.SCHEDULER_VIEW,
                scene.schedulerTid(row),
                rows.dispatch(row));
    }

    private void emit(boolean violates) {
        arrow.named(violates ? scene.vocabulary.violation : scene.vocabulary.dependency);
        arrow.bindFrom().bindTo();
        consumer.accept(arrow);
    }

    private void count(int producer, int consumerUnit) {
        arrow.outputCount = taskCount(producer);
        arrow.inputCount = taskCount(consumerUnit);
    }

    private int taskCount(int unit) {
        if (!scene.isSpmd(unit)) {
            return 1;
        }
        int blocks = scene.run.tasks().blockCount(unit);
        return blocks > 0 ? blocks : scene.run.tasks().runCount(unit);
    }
}
