package io.tidemark.analysis.convert.view;

import io.tidemark.analysis.convert.encode.TraceIds;
import io.tidemark.analysis.convert.encode.TraceJob;
import io.tidemark.analysis.convert.encode.TraceSink;
import io.tidemark.analysis.convert.encode.Vocabulary;
import io.tidemark.analysis.convert.scene.TraceScene;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.ending.OpenRun;
import io.tidemark.capture.ending.RunEnding;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.model.TickRange;
import io.tidemark.capture.swimlane.HostUpload;
import io.tidemark.capture.swimlane.SubmitPhases;
import io.tidemark.capture.swimlane.SwimlaneTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Marks for missing data, for pauses of the run by the profiler, and for the stop of a run that did
 * not end well. They are slices on separate lanes, so that a hole in the picture is not mistaken
 * for idle time. No mark is outside of the recorded time or of the known time of the run.
 * Immutable.
 */
public final class ProfilerMarks {
    private record Mark(boolean isGap, long beginTick, long endTick, String cause, long missingRecords) {}

    private static final long LEAST_NANOS = 1000; // a slice without length is not seen

    private final TraceScene scene;
    private final RunEnding ending;
    private final long firstTick;
    private final long lastTick;
    private final Map<String, List<Mark>> marksByLane = new TreeMap<>();

    public ProfilerMarks(TraceScene scene, Verdict verdict, Optional<Certificate> certificate) {
        this.scene = scene;
        this.ending = scene.ending;
        TickRange range = TickRange.of(scene.model.table());
        firstTick = range.lowest();
        lastTick = ending.openRuns().stream().mapToLong(OpenRun::endTick).reduce(range.highest(), Math::max);
        for (Verdict.Gap gap : verdict.gaps()) {
            if (gap.endTick() > 0) {
                String cause = gap.cause();
                lane("gaps", gap.channel(), gap.lane())
                        .add(new Mark(true, begin(gap), gap.endTick(), cause, gap.missingRecords()));
            }
        }
        certificate.ifPresent(paper -> {
            for (Certificate.Freeze freeze : paper.freezes()) {
                lane("freezes", freeze.channel(), freeze.lane())
                        .add(new Mark(false, freeze.beginTick(), freeze.endTick(), freeze.cause(), -1));
            }
        });
        marksByLane.values().forEach(list -> list.sort(Comparator.comparingLong(Mark::beginTick)));
    }

    /**
     * Of a gap before the first record of a lane: since its kernel runs, or since the first tick.
     */
    private long begin(Verdict.Gap gap) {
        if (gap.beginTick() > 0) {
            return gap.beginTick();
        }
        return ending.openRuns().stream()
                .filter(run -> run.core() == gap.lane())
                .mapToLong(OpenRun::beginTick)
                .min()
                .orElse(firstTick);
    }

    /** A host may have closed its books long after the last thing that happened. */
    private long nanos(long tick) {
        return scene.model.axis().nanos(Math.clamp(tick, firstTick, lastTick));
    }

    private List<Mark> lane(String what, String channel, int lane) {
        String name = what + " " + channel + (lane < 0 ? "" : " " + lane);
        return marksByLane.computeIfAbsent(name, added -> new ArrayList<>());
    }

    public void addJobs(List<TraceJob> jobs) {
        if (!marksByLane.isEmpty() || ending.isBad()) {
            jobs.add(this::draw);
        }
    }

    private void draw(TraceSink sink) {
        sink.process(TraceIds.PROFILER, "Recording", 0);
        int tid = 0;
        for (String name : marksByLane.keySet()) {
            sink.thread(TraceIds.PROFILER, ++tid, name);
        }
        if (ending.isBad()) {
            sink.thread(TraceIds.PROFILER, ++tid, "how the run ended");
        }
        drawEnding(sink, tid);
        tid = 0;
        for (List<Mark> marks : marksByLane.values()) {
            tid++;
            long free = 0;
            for (Mark mark : marks) {
                free = draw(sink, tid, mark, free);
            }
        }
    }

    private void drawEnding(TraceSink sink, int tid) {
        if (ending.isBad()) {
            long end = endNanos();
            sink.slice(TraceIds.PROFILER, tid, end, end + LEAST_NANOS);
            sink.category(scene.vocabulary.profiler);
            sink.color(scene.vocabulary.terrible);
            sink.name(scene.vocabulary.of("run " + ending.word()));
            sink.argument(scene.vocabulary.sentence, scene.vocabulary.of(ending.line()));
            sink.close();
        }
    }

    /** Of the last thing that happened, on the device or on the host that built the graph. */
    private long endNanos() {
        SwimlaneTable table = scene.model.table();
        SubmitPhases submits = table.hostSubmits();
        long end = lastTick > 0 ? scene.model.axis().nanos(lastTick) : 0;
        for (int row = 0; row < submits.size(); row++) {
            end = Math.max(end, scene.model.axis().hostNanos(submits.end(row)));
        }
        for (HostUpload upload : table.hostUploads()) {
            end = Math.max(end, scene.model.axis().hostNanos(upload.endHostNanos()));
        }
        return end;
    }

    /**
     * Marks of one lane follow each other: where two overlap, the later begins when the first ends.
     */
    private long draw(TraceSink sink, int tid, Mark mark, long free) {
        Vocabulary words = scene.vocabulary;
        long begin = Math.max(free, nanos(mark.beginTick()));
        long end = Math.max(begin, nanos(mark.endTick()));
        sink.slice(TraceIds.PROFILER, tid, begin, end);
        sink.category(words.profiler);
        sink.color(words.terrible);
        sink.name(mark.isGap() ? words.gap : words.freeze);
        sink.argument(words.cause, words.of(mark.cause()));
        if (mark.missingRecords() >= 0) {
            sink.argument(words.missingRecords, mark.missingRecords());
        }
        sink.close();
        return end;
    }
}
