package io.tidemark.analysis.compat.trace;

import io.tidemark.abi.CoreType;
import io.tidemark.analysis.convert.encode.TraceIds;
import io.tidemark.analysis.convert.encode.TraceSink;
import io.tidemark.analysis.convert.scene.CoreLanes;
import io.tidemark.analysis.convert.scene.TraceScene;
import io.tidemark.analysis.convert.view.TrackNames;
import java.util.BitSet;

/** Names and order of every process and thread, as the converter of simpler gives them. */
final class CompatTrackNames {
    private final TraceScene scene;

    CompatTrackNames(TraceScene scene) {
        this.scene = scene;
    }

    void draw(TraceSink sink) {
        sink.process(TraceIds.WORKER_VIEW, "Worker View", 4);
        if (scene.hasScheduledRows()) {
            sink.process(TraceIds.SCHEDULER_VIEW, "Scheduler View", 3);
        }
        drawWorkerCores(sink);
        drawAicpuWorkers(sink);
        if (scene.hasScheduledRows()) {
            drawSchedulerCores(sink);
        }
        if (scene.hasPhases()) {
            drawSchedulers(sink);
        }
        drawOrchestrator(sink);
    }

    private void drawWorkerCores(TraceSink sink) {
        CoreLanes lanes = scene.workerLanes;
        CoreType[] types = TrackNames.typeOfFirstTask(scene);
        for (int core = 0; core < lanes.cores(); core++) {
            if (lanes.end(core) == lanes.begin(core)) {
                continue;
            }
            String name = TrackNames.name(types[core], core);
            sink.thread(TraceIds.WORKER_VIEW, TraceIds.core(core), name);
        }
    }

    /** A lane for every AICPU thread, those that show nothing included. */
    private void drawAicpuWorkers(TraceSink sink) {
        int lanes = scene.schedulerThreads + scene.orchestrators();
        for (int lane = 0; lane < lanes; lane++) {
            sink.thread(TraceIds.WORKER_VIEW, TraceIds.aicpuWorker(lane), "AICPU_" + lane);
        }
    }

    private String schedulerName(int core) {
        CoreLanes lanes = scene.schedulerLanes;
        return TrackNames.name(scene.rows.coreType(lanes.row(lanes.begin(core))), core);
    }

    /**
     * The converter names the first two lanes it gave out to a core, also where all slices of the
     * second moved to another block's lane. A core's lanes past the tenth have the numbers of the
     * next core, which is then named even without slices of its own.
     */
    private void drawSchedulerCores(TraceSink sink) {
        CoreLanes worker = scene.workerLanes;
        CoreLanes lanes = scene.schedulerLanes;
        BitSet given = new BitSet();
        for (int core = 0; core < lanes.cores(); core++) {
            given.set(TraceIds.core(core), TraceIds.core(core) + lanes.lanes(core));
        }
        for (int core = 0; core < worker.cores(); core++) {
            if (worker.end(core) > worker.begin(core)) {
                boolean isUsed = lanes.end(core) > lanes.begin(core);
                String name = isUsed ? schedulerName(core) : "unknown_" + core;
                for (int lane = 0; lane < 2; lane++) {
                    int tid = TraceIds.core(core) + lane;
                    if (given.get(tid)) {
                        sink.thread(TraceIds.SCHEDULER_VIEW, tid, name);
                    }
                }
            }
        }
    }

    private void drawSchedulers(TraceSink sink) {
        sink.process(TraceIds.SCHEDULER, "AICPU Scheduler", 2);
        for (int lane = 0; lane < scene.phases.laneCount(); lane++) {
            String name = "Sched_" + lane;
            sink.thread(TraceIds.SCHEDULER, TraceIds.scheduler(lane), name);
            if (scene.phaseTracks.hasResolve(lane)) {
                sink.thread(TraceIds.SCHEDULER, TraceIds.scheduler(lane) + 1, name);
            }
        }
        sink.thread(TraceIds.SCHEDULER, TraceIds.SHARED_QUEUE, "shared_ready_queue (global)");
        sink.threadSortIndex(TraceIds.SCHEDULER, TraceIds.SHARED_QUEUE, 100);
    }

    private void drawOrchestrator(TraceSink sink) {
        boolean hasUploads = !scene.model.table().hostUploads().isEmpty();
        boolean hasSubmits = scene.orchestrators() > 0;
        if (hasUploads) {
            sink.process(TraceIds.ORCHESTRATOR, "Host Prepare", -1);
        }
        if (hasUploads) {
            sink.thread(TraceIds.ORCHESTRATOR, TraceIds.UPLOADS, "H2D");
        }
        if (!hasSubmits) {
            return;
        }
        String orchestrator = scene.model.names().map().orchestratorName();
        boolean isNamed = orchestrator != null && !orchestrator.isEmpty();
        String process =
                scene.isHostOrchestrated
                        ? "Host Orchestrator"
                        : "AICPU " + (isNamed ? orchestrator : "Orchestrator");
        sink.process(TraceIds.ORCHESTRATOR, process, 1);
        for (int lane = 0; lane < scene.submits.laneCount(); lane++) {
            boolean isEmpty = scene.submits.laneBegin(lane) == scene.submits.laneEnd(lane);
            if (isEmpty && scene.isHostOrchestrated) {
                continue;
            }
            sink.thread(
                    TraceIds.ORCHESTRATOR,
                    scene.orchestratorTid(lane),
                    (scene.isHostOrchestrated ? "Host_" : "Orch_")
                            + scene.orchestratorNumber(lane));
        }
    }
}
