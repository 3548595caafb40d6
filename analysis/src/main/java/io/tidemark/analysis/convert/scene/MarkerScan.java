package io.tidemark.analysis.convert.scene;

import io.tidemark.abi.TaskId;
import io.tidemark.abi.swimlane.SchedPhaseKind;
import io.tidemark.analysis.convert.encode.TraceIds;
import io.tidemark.analysis.convert.scene.Markers.Kind;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.model.Tasks;
import io.tidemark.capture.swimlane.SchedulerPhases;
import io.tidemark.capture.swimlane.SubmitPhases;
import java.util.BitSet;

/**
 * Finds the markers of a run: scheduler records that name a task, and submits that became no task.
 */
final class MarkerScan {
    private final TraceScene scene;
    private final Tasks index;
    private final Markers markers;
    private final BitSet dummies = new BitSet();
    private final BitSet skipped = new BitSet();

    MarkerScan(TraceScene scene) {
        this.scene = scene;
        this.markers = new Markers(scene.rules);
        this.index = scene.model.tasks();
    }

    Markers find() {
        SchedulerPhases phases = scene.phases;
        for (int lane = 0; lane < phases.laneCount(); lane++) {
            for (int row = phases.laneBegin(lane); row < phases.laneEnd(lane); row++) {
                SchedPhaseKind kind = phases.kind(row);
                if (kind == SchedPhaseKind.DUMMY_TASK || kind == SchedPhaseKind.PREDICATED_SKIP) {
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

    private void addRecord(int lane, int row, SchedPhaseKind kind) {
        boolean isDummy = kind == SchedPhaseKind.DUMMY_TASK;
        long taskId = scene.phases.taskId(row);
        int unit = scene.phases.hasTask(row) ? index.find(taskId) : Tasks.NONE;
        if (unit != Tasks.NONE) {
            (isDummy ? dummies : skipped).set(unit);
        }
        markers.add(
                isDummy ? Kind.DUMMY : Kind.SKIPPED,
                taskId,
                unit,
                row,
                TraceIds.WORKER_VIEW,
                TraceIds.aicpuWorker(lane),
                scene.phaseBegin(row),
                scene.phaseEnd(row));
    }

    private boolean isAllocation(int row) {
        SubmitPhases submits = scene.submits;
        long taskId = submits.taskId(row);
        if (!submits.phase(row).equals(SubmitPhases.SUBMIT) || taskId == TaskId.NONE) {
            return false;
        }
        int unit = index.find(taskId);
        if (skipped.get(unit)) {
            return false;
        }
        DependencyGraph graph = scene.model.dependencies().orElse(null);
        if (graph != null && graph.hasKernels(unit) || scene.rules.mayHaveKernels(scene, unit)) {
            return false;
        }
        return !index.hasRuns(unit) && !dummies.get(unit);
    }

    private void addAllocation(int lane, int row) {
        long taskId = scene.submits.taskId(row);
        boolean onHost = scene.isHostOrchestrated && scene.rules.drawsAllocationsOnHost();
        markers.add(
                Kind.ALLOCATION,
                taskId,
                index.find(taskId),
                row,
                onHost ? TraceIds.ORCHESTRATOR : TraceIds.WORKER_VIEW,
                onHost ? scene.orchestratorTid(lane) : TraceIds.aicpuWorker(scene.orchestratorWorker(lane)),
                scene.submitBegin(row),
                scene.submitEnd(row));
    }
}
