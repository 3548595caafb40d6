package io.tidemark.analysis.convert;

import io.tidemark.analysis.convert.Markers.Kind;
import io.tidemark.analysis.join.Run;
import io.tidemark.analysis.join.RunIndex;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.identity.TaskId;
import io.tidemark.capture.swimlane.PhaseKind;
import io.tidemark.capture.swimlane.SchedulerPhases;
import io.tidemark.capture.swimlane.SubmitPhases;
import java.util.BitSet;

/**
 * Finds the markers of a run: scheduler records that name a task, and submits that became no task.
 */
final class MarkerScan {
    private final Run run;
    private final TraceScene scene;
    private final RunIndex index;
    private final Markers markers = new Markers();
    private final BitSet dummies = new BitSet();
    private final BitSet skipped = new BitSet();

    MarkerScan(Run run, TraceScene scene) {
        this.run = run;
        this.scene = scene;
        this.index = run.index();
    }

    Markers find() {
        SchedulerPhases phases = scene.phases;
        for (int lane = 0; lane < phases.laneCount(); lane++) {
            for (int row = phases.laneBegin(lane); row < phases.laneEnd(lane); row++) {
                PhaseKind kind = phases.kind(row);
                if (kind == PhaseKind.DUMMY_TASK || kind == PhaseKind.PREDICATED_SKIP) {
                    addRecord(lane, row, kind);
                }
            }
        }
        SubmitPhases submits = scene.submits;
        for (int lane = 0; lane < submits.laneCount(); lane++) {
            for (int row = submits.laneBegin(lane); row < submits.laneEnd(lane); row++) {
                if (isAllocation(row)) {
                    addAllocation(lane, row);
                }
            }
        }
        return markers.complete();
    }

    private void addRecord(int lane, int row, PhaseKind kind) {
        boolean isDummy = kind == PhaseKind.DUMMY_TASK;
        long taskId = scene.phases.taskId(row);
        int unit = scene.phases.hasTask(row) ? index.unitOf(taskId) : RunIndex.NONE;
        if (unit != RunIndex.NONE) {
            (isDummy ? dummies : skipped).set(unit);
        }
        double begin = scene.phaseBegin(row);
        markers.add(
                isDummy ? Kind.DUMMY : Kind.SKIPPED,
                taskId,
                unit,
                row,
                TraceIds.WORKER_VIEW,
                TraceIds.aicpuWorker(lane),
                begin,
                length(scene.phaseEnd(row) - begin));
    }

    private double length(double micros) {
        return Math.max(
                micros,
                scene.options.compat() ? Markers.SHORTEST_TODAY_MICROS : Markers.SHORTEST_MICROS);
    }

    private boolean isAllocation(int row) {
        SubmitPhases submits = scene.submits;
        long taskId = submits.taskId(row);
        if (!submits.phase(row).equals(SubmitPhases.SUBMIT) || taskId == TaskId.INVALID) {
            return false;
        }
        int unit = index.unitOf(taskId);
        if (skipped.get(unit)) {
            return false;
        }
        DependencyGraph graph = run.dependencies().orElse(null);
        if (graph != null && graph.hasKernels(unit)) {
            return false;
        }
        boolean mayHaveKernels = graph == null ? scene.isCutShort() : index.isSubmitted(unit);
        if (mayHaveKernels && !scene.compat()) {
            return false; // a task that could not run any more, or whose run was not recorded
        }
        return !index.hasRows(unit) && !dummies.get(unit);
    }

    private void addAllocation(int lane, int row) {
        long taskId = scene.submits.taskId(row);
        double begin = scene.submitBegin(row);
        boolean onHost = scene.isHostOrchestrated && !scene.options.compat();
        markers.add(
                Kind.ALLOCATION,
                taskId,
                index.unitOf(taskId),
                row,
                onHost ? TraceIds.ORCHESTRATOR : TraceIds.WORKER_VIEW,
                onHost
                        ? scene.orchestratorTid(lane)
                        : TraceIds.aicpuWorker(scene.orchestratorWorker(lane)),
                begin,
                length(scene.submitEnd(row) - begin));
    }
}
