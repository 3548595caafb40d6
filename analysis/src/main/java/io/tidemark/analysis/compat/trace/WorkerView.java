package io.tidemark.analysis.compat.trace;

import io.tidemark.analysis.compat.CompatRows;
import io.tidemark.analysis.convert.encode.AsciiBuffer;
import io.tidemark.analysis.convert.encode.Job;
import io.tidemark.analysis.convert.encode.TraceIds;
import io.tidemark.analysis.convert.encode.Vocabulary;
import io.tidemark.analysis.convert.encode.Word;
import io.tidemark.capture.graph.Digraph;
import java.util.List;

/** What the cores ran: one slice per row, from the moment the core saw it to its end. */
final class WorkerView {
    private final CompatScene scene;
    private final CompatRows rows;
    private final Vocabulary words;

    WorkerView(CompatScene scene) {
        this.scene = scene;
        this.rows = scene.rows;
        this.words = scene.vocabulary;
    }

    void addJobs(List<Job<CompatSink>> jobs) {
        for (int core = 0; core < scene.workerLanes.cores(); core++) {
            int number = core;
            if (scene.workerLanes.end(core) > scene.workerLanes.begin(core)) {
                jobs.add(sink -> drawCore(sink, number));
            }
        }
    }

    private void drawCore(CompatSink sink, int core) {
        CoreLanes lanes = scene.workerLanes;
        for (int lane = 0; lane < lanes.lanes(core); lane++) {
            for (int at = lanes.begin(core); at < lanes.end(core); at++) {
                if (lanes.lane(lanes.row(at)) == lane) {
                    drawRow(sink, lanes.row(at));
                }
            }
        }
    }

    private void drawRow(CompatSink sink, int row) {
        int unit = scene.run.tasks().ofRun(row);
        long taskId = rows.taskId(row);
        double begin = scene.workerBegin(row);
        double duration = rows.end(row) - begin;
        sink.slice(TraceIds.WORKER_VIEW, scene.workerTid(row), begin, duration);
        sink.category(words.event);
        sink.id(row);
        Word name = scene.isNamed.test(unit) ? scene.labels.ofRow(row) : words.dot;
        sink.nameOfTask(name, taskId);
        hintOfRow(sink, row);
        neighbours(sink, unit, true);
        neighbours(sink, unit, false);
        sink.argument(words.durationMicros, duration);
        sink.argument(words.kernelMicros, rows.end(row) - rows.start(row));
        sink.argument(words.setupMicros, rows.start(row) - rows.receive(row));
        sink.argumentUnsigned(words.taskIdOfSlice, taskId);
        sink.close();
    }

    /** {@code Task:t5, FuncId:3, CoreId:7}. */
    void hintOfRow(CompatSink sink, int row) {
        AsciiBuffer hint = sink.beginHint(words.eventHint);
        hint.put("Task:").putTask(rows.taskId(row)).put(", FuncId:").put(rows.kernel(row));
        hint.put(", CoreId:").put(rows.core(row));
        sink.endHint();
    }

    /** {@code 2: [t3, t4]}. */
    private void neighbours(CompatSink sink, int unit, boolean successors) {
        AsciiBuffer hint = sink.beginHint(successors ? words.fanoutHint : words.faninHint);
        Digraph graph = scene.run.graph();
        int from = successors ? graph.firstSuccessor(unit) : graph.firstPredecessor(unit);
        int to = successors ? graph.endSuccessor(unit) : graph.endPredecessor(unit);
        hint.put(to - from).put(": [");
        for (int at = from; at < to; at++) {
            int neighbour = successors ? graph.successor(at) : graph.predecessor(at);
            hint.put(at == from ? "" : ", ").putTask(scene.run.tasks().taskId(neighbour));
        }
        hint.put("]");
        sink.endHint();
    }
}
