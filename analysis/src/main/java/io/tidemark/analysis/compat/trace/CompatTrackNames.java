package io.tidemark.analysis.compat.trace;

import io.tidemark.analysis.convert.encode.TraceIds;
import io.tidemark.analysis.convert.encode.TraceSink;
import io.tidemark.analysis.convert.scene.CoreLanes;
import io.tidemark.analysis.convert.scene.TraceScene;
import io.tidemark.analysis.convert.view.TrackNames;
import java.util.BitSet;

/** Names and order of every process and thread, as the converter of simpler gives them. */
final class CompatTrackNames extends TrackNames {
    CompatTrackNames(TraceScene scene) {
        super(scene);
    }

    /** The converter names no lane of a core beside the first in the worker view. */
    @Override
    protected void overflow(TraceSink sink, int pid, int core, int lane, String name) {}

    /** A lane for every AICPU thread, those that show nothing included. */
    @Override
    protected void drawAicpuWorkers(TraceSink sink) {
        int lanes = scene.schedulerThreads + scene.orchestrators();
        for (int lane = 0; lane < lanes; lane++) {
            sink.thread(TraceIds.WORKER_VIEW, TraceIds.aicpuWorker(lane), "AICPU_" + lane);
        }
    }

    /**
     * The converter names the first two lanes it gave out to a core, also where all slices of the
     * second moved to another block's lane. A core's lanes past the tenth have the numbers of the
     * next core, which is then named even if it has no slices.
     */
    @Override
    protected void drawSchedulerCores(TraceSink sink) {
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

    @Override
    protected void drawSchedulers(TraceSink sink) {
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

    @Override
    protected boolean namesUploadsApart() {
        return true;
    }

    @Override
    protected boolean namesEmptyOrchestrators() {
        return !scene.isHostOrchestrated;
    }
}
