package io.tidemark.analysis.convert.view;

import io.tidemark.analysis.convert.encode.ArrowEnds;
import io.tidemark.analysis.convert.encode.AsciiBuffer;
import io.tidemark.analysis.convert.encode.TraceIds;
import io.tidemark.analysis.convert.encode.TraceJob;
import io.tidemark.analysis.convert.encode.TraceSink;
import io.tidemark.analysis.convert.encode.Vocabulary;
import io.tidemark.analysis.convert.encode.Word;
import io.tidemark.analysis.convert.scene.CoreLanes;
import io.tidemark.analysis.convert.scene.TraceScene;
import io.tidemark.capture.graph.Digraph;
import io.tidemark.capture.model.KernelRuns;
import java.util.List;

/** What the cores ran: one slice per row, from the moment the core saw it to its end. */
final class WorkerView {
    private final TraceScene scene;
    private final ViewRules rules;
    private final KernelRuns rows;
    private final Vocabulary words;
    private final ArrowEnds ends;
    private final OpenSlices open;

    WorkerView(TraceScene scene, ViewRules rules, ArrowEnds ends, OpenSlices open) {
        this.scene = scene;
        this.rules = rules;
        this.rows = scene.rows;
        this.words = scene.vocabulary;
        this.ends = ends;
        this.open = open;
    }

    void addJobs(List<TraceJob> jobs) {
        for (int core = 0; core < scene.workerLanes.cores(); core++) {
            int number = core;
            if (scene.workerLanes.end(core) > scene.workerLanes.begin(core)) {
                jobs.add(sink -> drawCore(sink, number));
            }
        }
        open.addJobs(jobs);
    }

    private void drawCore(TraceSink sink, int core) {
        CoreLanes lanes = scene.workerLanes;
        for (int lane = 0; lane < lanes.lanes(core); lane++) {
            lanes.forEachRow(core, lane, row -> drawRow(sink, row));
            if (lane == 0) {
                open.draw(sink, core); // here: the slices of a track come one after the other
            }
        }
    }

    private void drawRow(TraceSink sink, int row) {
        int unit = scene.model.tasks().ofRun(row);
        long taskId = rows.taskId(row);
        long begin = scene.workerBegin(row);
        long end = rules.sliceEnd(begin, scene.end(row));
        sink.slice(TraceIds.WORKER_VIEW, scene.workerTid(row), begin, end);
        sink.category(words.event);
        sink.id(row);
        Word name = scene.highlight.shows(unit) ? scene.labels.ofRow(row) : words.dot;
        sink.nameOfTask(name, taskId);
        if (sink.wantsHints()) {
            hintOfRow(sink, row);
            neighbours(sink, unit, true);
            neighbours(sink, unit, false);
            sink.argumentLength(words.durationMicros, begin, end);
        } else {
            sink.beginHint(words.task).putTask(taskId);
            sink.endHint();
        }
        sink.argumentLength(words.kernelMicros, scene.start(row), scene.end(row));
        sink.argumentLength(words.setupMicros, begin, scene.start(row));
        sink.argumentUnsigned(words.taskIdOfSlice, taskId);
        if (rows.isFailed(row)) {
            sink.argument(words.threw, true);
        }
        ends.attach(sink, row);
        sink.close();
    }

    /** {@code Task:t5, FuncId:3, CoreId:7}. */
    void hintOfRow(TraceSink sink, int row) {
        AsciiBuffer hint = sink.beginHint(words.eventHint);
        hint.put("Task:").putTask(rows.taskId(row)).put(", FuncId:").put(rows.kernel(row));
        hint.put(", CoreId:").put(rows.core(row));
        sink.endHint();
    }

    /** {@code 2: [t3, t4]}. */
    private void neighbours(TraceSink sink, int unit, boolean successors) {
        AsciiBuffer hint = sink.beginHint(successors ? words.fanoutHint : words.faninHint);
        Digraph graph = scene.model.graph();
        int from = successors ? graph.firstSuccessor(unit) : graph.firstPredecessor(unit);
        int to = successors ? graph.endSuccessor(unit) : graph.endPredecessor(unit);
        hint.put(to - from).put(": [");
        int most = from + Math.min(to - from, rules.mostNeighbours());
        for (int at = from; at < most; at++) {
            int neighbour = successors ? graph.successor(at) : graph.predecessor(at);
            hint.put(at == from ? "" : ", ").putTask(scene.model.tasks().taskId(neighbour));
        }
        if (most < to) {
            hint.put(", and ").put(to - most).put(" more");
        }
        hint.put("]");
        sink.endHint();
    }
}
