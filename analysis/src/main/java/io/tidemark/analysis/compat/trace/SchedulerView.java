package io.tidemark.analysis.compat.trace;

import io.tidemark.analysis.compat.CompatRows;
import io.tidemark.analysis.convert.encode.Job;
import io.tidemark.analysis.convert.encode.TraceIds;
import io.tidemark.analysis.convert.encode.Vocabulary;
import java.util.List;

/** The same runs as the schedulers saw them: from dispatch to the finish they noticed. */
final class SchedulerView {
    private final CompatScene scene;
    private final CompatRows rows;
    private final Vocabulary words;
    private final WorkerView worker;

    SchedulerView(CompatScene scene, WorkerView worker) {
        this.scene = scene;
        this.rows = scene.rows;
        this.words = scene.vocabulary;
        this.worker = worker;
    }

    void addJobs(List<Job<CompatSink>> jobs) {
        for (int core = 0; core < scene.schedulerLanes.cores(); core++) {
            int number = core;
            if (scene.schedulerLanes.end(core) > scene.schedulerLanes.begin(core)) {
                jobs.add(sink -> drawCore(sink, number));
            }
        }
    }

    private void drawCore(CompatSink sink, int core) {
        CoreLanes lanes = scene.schedulerLanes;
        for (int lane = 0; lane < lanes.lanes(core); lane++) {
            for (int at = lanes.begin(core); at < lanes.end(core); at++) {
                if (lanes.lane(lanes.row(at)) == lane) {
                    drawRow(sink, lanes.row(at));
                }
            }
        }
    }

    private void drawRow(CompatSink sink, int row) {
        long taskId = rows.taskId(row);
        double begin = rows.dispatch(row);
        double duration = rows.finish(row) - begin;
        sink.slice(TraceIds.SCHEDULER_VIEW, scene.schedulerTid(row), begin, duration);
        sink.category(words.event);
        sink.id(scene.ownSchedulerSlice(row));
        sink.nameOfTask(scene.labels.ofRow(row), taskId);
        worker.hintOfRow(sink, row);
        sink.argument(words.dispatchMicros, begin);
        sink.argument(words.finishMicros, rows.finish(row));
        sink.argument(words.aicpuMicros, duration);
        sink.argumentUnsigned(words.taskIdOfSlice, taskId);
        sink.close();
    }
}
