package io.tidemark.analysis.convert.view;

import io.tidemark.abi.TaskId;
import io.tidemark.analysis.convert.encode.ArrowEnds;
import io.tidemark.analysis.convert.encode.TraceIds;
import io.tidemark.analysis.convert.encode.TraceJob;
import io.tidemark.analysis.convert.encode.TraceSink;
import io.tidemark.analysis.convert.encode.Vocabulary;
import io.tidemark.analysis.convert.encode.Word;
import io.tidemark.analysis.convert.scene.TraceScene;
import io.tidemark.capture.column.RowOrder;
import io.tidemark.capture.swimlane.HostUpload;
import io.tidemark.capture.swimlane.SubmitPhases;
import java.util.Arrays;
import java.util.List;

/** What the orchestrator did, on the device or on the host, and the uploads that came before. */
final class SubmitLanes {
    private static final String PREFIX = "orch_";

    private final TraceScene scene;
    private final ViewRules rules;
    private final SubmitPhases submits;
    private final Vocabulary words;
    private final MarkerLanes markerLanes;
    private final ArrowEnds ends;
    private final int[] markerOfSubmit;

    SubmitLanes(TraceScene scene, ViewRules rules, MarkerLanes markerLanes, ArrowEnds ends) {
        this.scene = scene;
        this.rules = rules;
        this.submits = scene.submits;
        this.words = scene.vocabulary;
        this.markerLanes = markerLanes;
        this.ends = ends;
        markerOfSubmit = TraceScene.filled(submits.size(), -1);
        for (int marker = 0; marker < scene.markers.size(); marker++) {
            if (scene.markers.pid(marker) == TraceIds.ORCHESTRATOR) {
                markerOfSubmit[scene.markers.sourceRow(marker)] = marker;
            }
        }
    }

    void addJobs(List<TraceJob> jobs) {
        for (int lane = 0; lane < submits.laneCount(); lane++) {
            int number = lane;
            jobs.add(sink -> drawLane(sink, number));
        }
        if (!scene.model.table().hostUploads().isEmpty()) {
            jobs.add(this::drawUploads);
        }
    }

    private void drawLane(TraceSink sink, int lane) {
        int[] order = new int[submits.laneEnd(lane) - submits.laneBegin(lane)];
        Arrays.setAll(order, at -> submits.laneBegin(lane) + at);
        RowOrder.sort(order, 0, order.length, this::compareOutermostFirst);
        for (int row : order) {
            drawSubmit(sink, scene.orchestratorTid(lane), row);
            if (markerOfSubmit[row] >= 0) {
                markerLanes.drawMarker(sink, markerOfSubmit[row]);
            }
        }
    }

    private int compareOutermostFirst(int row, int other) {
        int byStart = Long.compare(submits.start(row), submits.start(other));
        return byStart != 0 ? byStart : Long.compare(submits.end(other), submits.end(row));
    }

    private void drawSubmit(TraceSink sink, int tid, int row) {
        String phase = submits.phase(row);
        Word word = words.of(phase.startsWith(PREFIX) ? phase.substring(PREFIX.length()) : phase);
        long begin = scene.submitBegin(row);
        long end = rules.sliceEnd(begin, scene.submitEnd(row));
        sink.slice(TraceIds.ORCHESTRATOR, tid, begin, end);
        sink.category(words.orchestrator);
        sink.color(words.submitColor(phase));
        boolean named = submits.taskId(row) != TaskId.NONE;
        if (!named) {
            sink.nameCounted(word, submits.submitIndex(row));
        } else {
            sink.nameOfTask(word, submits.taskId(row));
        }
        if (sink.wantsHints()) {
            sink.argument(words.phase, words.of(phase));
        }
        sink.argument(words.submitIndex, submits.submitIndex(row));
        if (named) {
            sink.argumentUnsigned(words.taskId, submits.taskId(row));
        } else {
            sink.argument(words.taskId, -1);
        }
        ends.attach(sink, scene.submitSlice(row));
        sink.close();
    }

    private void drawUploads(TraceSink sink) {
        for (HostUpload upload : scene.model.table().hostUploads()) {
            long begin = scene.moments.ofHost(upload.startHostNanos());
            long end = Math.max(begin, scene.moments.ofHost(upload.endHostNanos()));
            sink.slice(TraceIds.ORCHESTRATOR, TraceIds.UPLOADS, begin, end);
            sink.category(words.hostUpload);
            sink.color(words.waitingForIo);
            sink.name(words.of(upload.phase()));
            sink.argument(words.bytes, upload.sizeBytes());
            sink.close();
        }
    }
}
