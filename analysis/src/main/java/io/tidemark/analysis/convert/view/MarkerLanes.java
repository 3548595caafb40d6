package io.tidemark.analysis.convert.view;

import io.tidemark.analysis.convert.encode.ArrowEnds;
import io.tidemark.analysis.convert.encode.AsciiBuffer;
import io.tidemark.analysis.convert.encode.TraceIds;
import io.tidemark.analysis.convert.encode.TraceJob;
import io.tidemark.analysis.convert.encode.TraceSink;
import io.tidemark.analysis.convert.encode.Vocabulary;
import io.tidemark.analysis.convert.encode.Word;
import io.tidemark.analysis.convert.scene.Markers;
import io.tidemark.analysis.convert.scene.TraceScene;
import io.tidemark.capture.column.RowOrder;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.model.Tasks;
import java.util.Arrays;
import java.util.List;

/** Dummies, skipped tasks and allocations, on the lane of the thread that handled them. */
final class MarkerLanes {
    private final TraceScene scene;
    private final Markers markers;
    private final Vocabulary words;
    private final ArrowEnds ends;

    MarkerLanes(TraceScene scene, ArrowEnds ends) {
        this.scene = scene;
        this.markers = scene.markers;
        this.words = scene.vocabulary;
        this.ends = ends;
    }

    void addJobs(List<TraceJob> jobs) {
        if (markers.size() > 0) {
            jobs.add(this::draw);
        }
    }

    private void draw(TraceSink sink) {
        int[] order = new int[markers.size()];
        Arrays.setAll(order, marker -> marker);
        RowOrder.sort(order, 0, order.length, markers::begin);
        RowOrder.sort(order, 0, order.length, markers::tid);
        for (int marker : order) {
            if (markers.pid(marker) == TraceIds.WORKER_VIEW) {
                drawMarker(sink, marker);
            }
        }
    }

    /** Draws one marker; host allocations are drawn by the lane of their submit. */
    void drawMarker(TraceSink sink, int marker) {
        int pid = markers.pid(marker);
        int tid = markers.tid(marker);
        if (markers.isTooShort(marker)) {
            sink.shortestSlice(pid, tid, markers.begin(marker));
        } else {
            sink.slice(pid, tid, markers.begin(marker), markers.recordedEnd(marker));
        }
        sink.category(words.event);
        sink.id(scene.markerSlice(marker));
        switch (markers.kind(marker)) {
            case DUMMY -> describeDummy(sink, marker);
            case SKIPPED -> describeSkipped(sink, marker);
            case ALLOCATION -> describeAllocation(sink, marker);
        }
        ends.attach(sink, scene.markerSlice(marker));
        sink.close();
    }

    private void describeDummy(TraceSink sink, int marker) {
        name(sink, words.dummy, marker);
        sink.argument(words.loopIteration, scene.phases.loopIteration(markers.sourceRow(marker)));
        task(sink, marker);
        hint(sink, words.dummy, marker);
        sink.argument(words.phase, words.dummyTask);
    }

    private void describeSkipped(TraceSink sink, int marker) {
        int unit = markers.unit(marker);
        DependencyGraph graph = scene.model.dependencies().orElse(null);
        int function = graph == null || unit == Tasks.NONE ? -1 : graph.firstKernel(unit);
        Word label = scene.labels.of(function, scene.isSpmd(unit));
        name(sink, label, marker);
        sink.argument(words.loopIteration, scene.phases.loopIteration(markers.sourceRow(marker)));
        task(sink, marker);
        hint(sink, label, marker);
        sink.argument(words.predicatedPass, false);
    }

    private void describeAllocation(TraceSink sink, int marker) {
        sink.color(words.olive);
        name(sink, words.alloc, marker);
        sink.argument(words.phase, words.alloc);
        task(sink, marker);
        hint(sink, words.alloc, marker);
    }

    private void task(TraceSink sink, int marker) {
        if (markers.unit(marker) == Tasks.NONE) {
            sink.argument(words.taskId, -1);
        } else {
            sink.argumentUnsigned(words.taskId, markers.taskId(marker));
        }
    }

    private void name(TraceSink sink, Word word, int marker) {
        if (markers.unit(marker) == Tasks.NONE) {
            sink.name(words.of(word.text() + "(unknown)"));
        } else {
            sink.nameOfTask(word, markers.taskId(marker));
        }
    }

    private void hint(TraceSink sink, Word word, int marker) {
        if (!sink.wantsHints()) {
            return;
        }
        if (markers.unit(marker) == Tasks.NONE) {
            sink.argument(words.eventHint, words.of(word.text() + "(unknown)"));
            return;
        }
        // the label is escaped as JSON already; its quotes are not part of the hint
        byte[] quoted = word.quoted();
        AsciiBuffer hint = sink.beginHint(words.eventHint);
        hint.put(Arrays.copyOfRange(quoted, 1, quoted.length - 1));
        hint.put('(').putTask(markers.taskId(marker)).put(')');
        sink.endHint();
    }
}
