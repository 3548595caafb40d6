package io.tidemark.analysis.convert.arrow;

import io.tidemark.analysis.convert.encode.HostTimelineNote;
import io.tidemark.analysis.convert.scene.Completions;
import io.tidemark.analysis.convert.scene.TraceScene;
import io.tidemark.capture.model.KernelRuns;

/** Every arrow of a scene, in the order in which today's converter numbers them. One thread. */
public final class Arrows {
    private final TraceScene scene;
    private final ArrowRules rules;
    private final DependencyArrows dependencies;
    private final SchedulerArrows scheduler;

    public Arrows(TraceScene scene, ArrowRules rules, Completions completions) {
        this.scene = scene;
        this.rules = rules;
        KernelRuns rows = scene.rows;
        Anchors workerAnchors = Anchors.of(scene.model, scene::workerBegin);
        Anchors schedulerAnchors =
                Anchors.of(scene.model, row -> scene.isScheduled(row) ? rows.dispatch(row) : Long.MAX_VALUE);
        dependencies = scene.model.dependencies().isPresent()
                ? new DependencyArrows(scene, rules, workerAnchors, schedulerAnchors)
                : null;
        scheduler = new SchedulerArrows(scene, rules, completions, workerAnchors, schedulerAnchors);
    }

    public void forEach(ArrowConsumer consumer) {
        dependencies(consumer);
        schedulers(consumer);
    }

    private boolean isPathOnly() {
        return scene.highlight.isActive() && rules.hidesBesidePath();
    }

    private void dependencies(ArrowConsumer consumer) {
        if (dependencies != null && consumer.wants(ArrowKind.DEPENDENCY)) {
            dependencies.inWorkerView(consumer);
        }
        if (dependencies != null
                && !isPathOnly()
                && scene.hasScheduledRows()
                && consumer.wants(ArrowKind.DEPENDENCY_OF_SCHEDULER_VIEW)) {
            dependencies.inSchedulerView(consumer);
        }
    }

    private void schedulers(ArrowConsumer consumer) {
        if (isPathOnly()) {
            return;
        }
        if (scene.hasPhases() && scene.knowsThreads()) {
            completions(consumer);
        }
        if (scene.hasPhases() && scene.hasScheduledRows()) {
            dispatches(consumer);
        }
    }

    private void completions(ArrowConsumer consumer) {
        if (consumer.wants(ArrowKind.COMPLETE) || consumer.wants(ArrowKind.COMPLETE_OF_SCHEDULER_VIEW)) {
            scheduler.complete(consumer);
        }
        if (dependencies != null && consumer.wants(ArrowKind.READY)) {
            scheduler.ready(consumer);
        }
    }

    private void dispatches(ArrowConsumer consumer) {
        if (consumer.wants(ArrowKind.DISPATCH) || consumer.wants(ArrowKind.DISPATCH_OF_SCHEDULER_VIEW)) {
            scheduler.dispatch(consumer);
        }
        boolean hasSubmits = scene.submits.size() > 0 && submitsAreComparable();
        if (hasSubmits && consumer.wants(ArrowKind.SUBMIT)) {
            scheduler.submit(consumer);
        }
    }

    /** Host submits mean something beside device times only when the clocks are aligned. */
    private boolean submitsAreComparable() {
        return !scene.isHostOrchestrated
                || HostTimelineNote.of(scene.model.table(), scene.model.axis()).isComparable();
    }
}
