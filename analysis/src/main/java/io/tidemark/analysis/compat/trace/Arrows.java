package io.tidemark.analysis.compat.trace;

import io.tidemark.analysis.compat.CompatRows;
import io.tidemark.analysis.convert.encode.HostTimelineNote;
import java.util.function.Consumer;

/** Every arrow of a scene, in the order in which today's converter numbers them. One thread. */
final class Arrows {
    private final CompatScene scene;
    private final DependencyArrows dependencies;
    private final SchedulerArrows scheduler;

    Arrows(CompatScene scene, Completions completions) {
        this.scene = scene;
        CompatRows rows = scene.rows;
        Anchors workerAnchors = Anchors.of(scene.run, scene::workerBegin);
        Anchors schedulerAnchors =
                Anchors.of(
                        scene.run,
                        row ->
                                scene.isScheduled(row)
                                        ? rows.dispatch(row)
                                        : Double.POSITIVE_INFINITY);
        dependencies = new DependencyArrows(scene, workerAnchors, schedulerAnchors);
        scheduler = new SchedulerArrows(scene, completions, workerAnchors, schedulerAnchors);
    }

    void forEach(Consumer<Arrow> consumer) {
        boolean hasGraph = scene.run.dependencies().isPresent();
        if (hasGraph) {
            dependencies.inWorkerView(consumer);
        }
        if (hasGraph && scene.hasScheduledRows()) {
            dependencies.inSchedulerView(consumer);
        }
        if (scene.hasPhases() && scene.knowsThreads()) {
            scheduler.complete(consumer);
            if (hasGraph) {
                scheduler.ready(consumer);
            }
        }
        if (scene.hasPhases() && scene.hasScheduledRows()) {
            scheduler.dispatch(consumer);
            if (scene.submits.size() > 0 && submitsAreComparable()) {
                scheduler.submit(consumer);
            }
        }
    }

    /** Host submits mean something beside device times only when the clocks are aligned. */
    private boolean submitsAreComparable() {
        return !scene.isHostOrchestrated
                || HostTimelineNote.of(scene.run.table(), scene.run.timeline()).isComparable();
    }
}
