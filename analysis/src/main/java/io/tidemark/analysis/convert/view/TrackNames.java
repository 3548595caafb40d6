package io.tidemark.analysis.convert.view;

import io.tidemark.abi.CoreType;
import io.tidemark.analysis.convert.encode.TraceIds;
import io.tidemark.analysis.convert.encode.TraceSink;
import io.tidemark.analysis.convert.scene.CoreLanes;
import io.tidemark.analysis.convert.scene.TraceScene;
import java.util.BitSet;
import java.util.Locale;

/** Names and order of every process and thread of the picture. */
public class TrackNames {
    protected final TraceScene scene;

    public TrackNames(TraceScene scene) {
        this.scene = scene;
    }

    public final void draw(TraceSink sink) {
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
        CoreType[] types = typeOfFirstTask();
        for (int core = 0; core < lanes.cores(); core++) {
            if (lanes.end(core) == lanes.begin(core)) {
                continue;
            }
            String name = name(types[core], core);
            sink.thread(TraceIds.WORKER_VIEW, TraceIds.core(core), name);
            for (int lane = 1; lane < lanes.lanes(core); lane++) {
                overflow(sink, TraceIds.WORKER_VIEW, core, lane, name);
            }
        }
    }

    private CoreType[] typeOfFirstTask() {
        CoreType[] types = new CoreType[scene.workerLanes.cores()];
        for (int row = scene.rows.size() - 1; row >= 0; row--) {
            types[scene.rows.core(row)] = scene.rows.coreType(row);
        }
        return types;
    }

    public static String name(CoreType type, int core) {
        return type.word().toUpperCase(Locale.ROOT) + "_" + core;
    }

    /** Names a lane of a core beside the first. */
    protected void overflow(TraceSink sink, int pid, int core, int lane, String name) {
        sink.thread(pid, TraceIds.core(core, lane), name + " (" + (lane + 1) + ")");
    }

    /** Only lanes that show something. */
    protected void drawAicpuWorkers(TraceSink sink) {
        int lanes = scene.schedulerThreads + scene.orchestrators();
        BitSet used = new BitSet();
        for (int marker = 0; marker < scene.markers.size(); marker++) {
            if (scene.markers.pid(marker) == TraceIds.WORKER_VIEW) {
                used.set(scene.markers.tid(marker) - TraceIds.aicpuWorker(0));
            }
        }
        for (int lane = 0; lane < lanes; lane++) {
            if (used.get(lane)) {
                sink.thread(TraceIds.WORKER_VIEW, TraceIds.aicpuWorker(lane), "AICPU_" + lane);
            }
        }
    }

    protected void drawSchedulerCores(TraceSink sink) {
        CoreLanes lanes = scene.schedulerLanes;
        for (int core = 0; core < lanes.cores(); core++) {
            if (lanes.end(core) > lanes.begin(core)) {
                String name = schedulerName(core);
                sink.thread(TraceIds.SCHEDULER_VIEW, TraceIds.core(core), name);
                for (int lane = 1; lane < lanes.lanes(core); lane++) {
                    overflow(sink, TraceIds.SCHEDULER_VIEW, core, lane, name);
                }
            }
        }
    }

    protected final String schedulerName(int core) {
        CoreLanes lanes = scene.schedulerLanes;
        return name(scene.rows.coreType(lanes.row(lanes.begin(core))), core);
    }

    protected void drawSchedulers(TraceSink sink) {
        sink.process(TraceIds.SCHEDULER, "AICPU Scheduler", 2);
        for (int lane = 0; lane < scene.phases.laneCount(); lane++) {
            boolean isEmpty = scene.phases.laneBegin(lane) == scene.phases.laneEnd(lane);
            if (isEmpty) {
                continue;
            }
            String name = "Sched_" + lane;
            sink.thread(TraceIds.SCHEDULER, TraceIds.scheduler(lane), name);
            if (scene.phaseTracks.hasResolve(lane)) {
                sink.thread(TraceIds.SCHEDULER, TraceIds.scheduler(lane) + 1, name + " resolve");
            }
            for (int track = 2; track < scene.phaseTracks.end(lane); track++) {
                sink.thread(TraceIds.SCHEDULER, TraceIds.scheduler(lane) + track, name + " (" + track + ")");
            }
        }
        if (scene.hasQueueDepths()) {
            sink.thread(TraceIds.SCHEDULER, TraceIds.SHARED_QUEUE, "shared_ready_queue (global)");
            sink.threadSortIndex(TraceIds.SCHEDULER, TraceIds.SHARED_QUEUE, 100);
        }
    }

    private void drawOrchestrator(TraceSink sink) {
        boolean hasUploads = !scene.model.table().hostUploads().isEmpty();
        boolean hasSubmits = scene.orchestrators() > 0;
        if (hasUploads && (!hasSubmits || namesUploadsApart())) {
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
                scene.isHostOrchestrated ? "Host Orchestrator" : "AICPU " + (isNamed ? orchestrator : "Orchestrator");
        sink.process(TraceIds.ORCHESTRATOR, process, 1);
        String stem = scene.isHostOrchestrated ? "Host_" : "Orch_";
        for (int lane = 0; lane < scene.submits.laneCount(); lane++) {
            boolean isEmpty = scene.submits.laneBegin(lane) == scene.submits.laneEnd(lane);
            if (!isEmpty || namesEmptyOrchestrators()) {
                sink.thread(TraceIds.ORCHESTRATOR, scene.orchestratorTid(lane), stem + scene.orchestratorNumber(lane));
            }
        }
    }

    /** True when the uploads name the host's process although its submits do, too. */
    protected boolean namesUploadsApart() {
        return false;
    }

    protected boolean namesEmptyOrchestrators() {
        return false;
    }
}
