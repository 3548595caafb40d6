package io.tidemark.analysis.convert;

import io.tidemark.analysis.join.RunRows;

/** Every arrow of a scene, in the order in which today's converter numbers them. One thread. */
final class Arrows {
    private final TraceScene scene;
    private final DependencyArrows dependencies;
    private final SchedulerArrows scheduler;

    Arrows(TraceScene scene, Completions completions) {
        this.scene = scene;
        RunRows rows = scene.rows;
        Anchors workerAnchors = Anchors.of(scene.run, scene::workerBegin);
        Anchors schedulerAnchors =
                Anchors.of(
                        scene.run,
                        row ->
                                rows.isScheduled(row)
                                        ? rows.dispatch(row)
                                        : Double.POSITIVE_INFINITY);
        dependencies =
                scene.run.graph().isPresent()
                        ? new DependencyArrows(scene, workerAnchors, schedulerAnchors)
                        : null;
        scheduler = new SchedulerArrows(scene, completions, workerAnchors, schedulerAnchors);
    }

    void forEach(ArrowConsumer consumer) {
        boolean hasThreads = scene.hasPhases() && scene.knowsThreads();
        boolean isScheduled = scene.hasScheduledRows();
        if (dependencies != null) {
            dependencies.inWorkerView(consumer);
        }
        if (scene.highlight.isActive() && !scene.compat()) {
            return; // only what links the path
        }
        if (dependencies != null) {
            if (isScheduled) {
                dependencies.inSchedulerView(consumer);
            }
        }
        if (hasThreads) {
            scheduler.complete(consumer);
            if (dependencies != null) {
                scheduler.ready(consumer);
            }
        }
        if (scene.hasPhases() && isScheduled) {
            scheduler.dispatch(consumer);
            if (scene.submits.size() > 0 && submitsAreComparable()) {
                scheduler.submit(consumer);
            }
        }
    }

    /** Host submits mean something beside device times only when the clocks are aligned. */
    private boolean submitsAreComparable() {
        return !scene.isHostOrchestrated || HostTimelineNote.of(scene.run).isComparable();
    }
}
