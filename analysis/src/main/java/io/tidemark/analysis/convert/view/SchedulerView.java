package io.tidemark.analysis.convert.view;

import io.tidemark.analysis.convert.encode.ArrowEnds;
import io.tidemark.analysis.convert.encode.TraceIds;
import io.tidemark.analysis.convert.encode.TraceJob;
import io.tidemark.analysis.convert.encode.TraceSink;
import io.tidemark.analysis.convert.encode.Vocabulary;
import io.tidemark.analysis.convert.scene.CoreLanes;
import io.tidemark.analysis.convert.scene.TraceScene;
import io.tidemark.capture.model.KernelRuns;
import java.util.List;

/** The same runs as the schedulers saw them: from dispatch to the finish they noticed. */
final class SchedulerView {
    private final TraceScene scene;
    private final ViewRules rules;
    private final KernelRuns rows;
    private final Vocabulary words;
    private final WorkerView worker;
    private final ArrowEnds ends;

    SchedulerView(TraceScene scene, ViewRules rules, WorkerView worker, ArrowEnds ends) {
        this.scene = scene;
        this.rules = rules;
        this.rows = scene.rows;
        this.words = scene.vocabulary;
        this.worker = worker;
        this.ends = ends;
    }

    void addJobs(List<TraceJob> jobs) {
        for (int core = 0; core < scene.schedulerLanes.cores(); core++) {
            int number = core;
            if (scene.schedulerLanes.end(core) > scene.schedulerLanes.begin(core)) {
                jobs.add(sink -> drawCore(sink, number));
            }
        }
    }

    private void drawCore(TraceSink sink, int core) {
        CoreLanes lanes = scene.schedulerLanes;
        for (int lane = 0; lane < lanes.lanes(core); lane++) {
            lanes.forEachRow(core, lane, row -> drawRow(sink, row));
        }
    }

    private void drawRow(TraceSink sink, int row) {
        long taskId = rows.taskId(row);
        long begin = rows.dispatch(row);
        long end = rules.sliceEnd(begin, rows.finish(row));
        sink.slice(TraceIds.SCHEDULER_VIEW, scene.schedulerTid(row), begin, end);
        sink.category(words.event);
        sink.id(scene.ownSchedulerSlice(row));
        sink.nameOfTask(scene.labels.ofRow(row), taskId);
        if (sink.wantsHints()) {
            worker.hintOfRow(sink, row);
            sink.argumentMoment(words.dispatchMicros, begin);
            sink.argumentMoment(words.finishMicros, rows.finish(row));
            sink.argumentLength(words.aicpuMicros, begin, end);
        } else {
            sink.beginHint(words.task).putTask(taskId);
            sink.endHint();
        }
        sink.argumentUnsigned(words.taskIdOfSlice, taskId);
        ends.attach(sink, scene.schedulerSlice(row));
        sink.close();
    }
}
