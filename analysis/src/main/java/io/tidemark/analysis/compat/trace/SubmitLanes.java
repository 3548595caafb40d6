package io.tidemark.analysis.compat.trace;

import io.tidemark.abi.TaskId;
import io.tidemark.analysis.convert.encode.Job;
import io.tidemark.analysis.convert.encode.TraceIds;
import io.tidemark.analysis.convert.encode.Vocabulary;
import io.tidemark.analysis.convert.encode.Word;
import io.tidemark.capture.column.RowOrder;
import io.tidemark.capture.swimlane.HostUpload;
import io.tidemark.capture.swimlane.SubmitPhases;
import java.util.Arrays;
import java.util.List;

/** What the orchestrator did, on the device or on the host, and the uploads that came before. */
final class SubmitLanes {
    private static final String PREFIX = "orch_";

    private final CompatScene scene;
    private final SubmitPhases submits;
    private final Vocabulary words;

    SubmitLanes(CompatScene scene) {
        this.scene = scene;
        this.submits = scene.submits;
        this.words = scene.vocabulary;
    }

    void addJobs(List<Job<CompatSink>> jobs) {
        for (int lane = 0; lane < submits.laneCount(); lane++) {
            int number = lane;
            jobs.add(sink -> drawLane(sink, number));
        }
        if (!scene.run.table().hostUploads().isEmpty()) {
            jobs.add(this::drawUploads);
        }
    }

    private void drawLane(CompatSink sink, int lane) {
        int[] order = new int[submits.laneEnd(lane) - submits.laneBegin(lane)];
        Arrays.setAll(order, at -> submits.laneBegin(lane) + at);
        RowOrder.sort(order, 0, order.length, this::compareOutermostFirst);
        for (int row : order) {
            drawSubmit(sink, scene.orchestratorTid(lane), row);
        }
    }

    private int compareOutermostFirst(int row, int other) {
        int byStart = Long.compare(submits.start(row), submits.start(other));
        return byStart != 0 ? byStart : Long.compare(submits.end(other), submits.end(row));
    }

    private void drawSubmit(CompatSink sink, int tid, int row) {
        String phase = submits.phase(row);
        Word word = words.of(phase.startsWith(PREFIX) ? phase.substring(PREFIX.length()) : phase);
        double begin = scene.submitBegin(row);
        double duration = scene.submitEnd(row) - begin;
        sink.slice(TraceIds.ORCHESTRATOR, tid, begin, duration);
        sink.category(words.orchestrator);
        sink.color(words.submitColor(phase));
        boolean named = submits.taskId(row) != TaskId.NONE;
        if (!named) {
            sink.nameCounted(word, submits.submitIndex(row));
        } else {
            sink.nameOfTask(word, submits.taskId(row));
        }
        sink.argument(words.phase, words.of(phase));
        sink.argument(words.submitIndex, submits.submitIndex(row));
        if (named) {
            sink.argumentUnsigned(words.taskId, submits.taskId(row));
        } else {
            sink.argument(words.taskId, -1);
        }
        sink.close();
    }

    private void drawUploads(CompatSink sink) {
        for (HostUpload upload : scene.run.table().hostUploads()) {
            double begin = scene.run.timeline().hostMicros(upload.startHostNanos());
            double end = scene.run.timeline().hostMicros(upload.endHostNanos());
            sink.slice(TraceIds.ORCHESTRATOR, TraceIds.UPLOADS, begin, Math.max(0.0, end - begin));
            sink.category(words.hostUpload);
            sink.color(words.waitingForIo);
            sink.name(words.of(upload.phase()));
            sink.argument(words.bytes, upload.sizeBytes());
            sink.close();
        }
    }
}
