package io.tidemark.analysis.convert;

import io.tidemark.capture.Verdict;
import io.tidemark.capture.certificate.Certificate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Where data is missing and where the run stood still for its own recording, drawn as slices on
 * lanes of their own so that a hole in the picture is never taken for idleness. Immutable.
 */
final class ProfilerMarks {
    private record Mark(
            boolean isGap, long beginTick, long endTick, String cause, long missingRecords) {}

    private final TraceScene scene;
    private final Map<String, List<Mark>> marksByLane = new TreeMap<>();

    ProfilerMarks(TraceScene scene, Verdict verdict, Optional<Certificate> certificate) {
        this.scene = scene;
        for (Verdict.Gap gap : verdict.gaps()) {
            if (gap.endTick() > 0) {
                String cause = gap.cause();
                lane("gaps", gap.channel(), gap.lane())
                        .add(
                                new Mark(
                                        true,
                                        gap.beginTick(),
                                        gap.endTick(),
                                        cause,
                                        gap.missingRecords()));
            }
        }
        certificate.ifPresent(
                paper -> {
                    for (Certificate.Freeze freeze : paper.freezes()) {
                        lane("freezes", freeze.channel(), freeze.lane())
                                .add(
                                        new Mark(
                                                false,
                                                freeze.beginTick(),
                                                freeze.endTick(),
                                                freeze.cause(),
                                                -1));
                    }
                });
        marksByLane.values().forEach(list -> list.sort(Comparator.comparingLong(Mark::beginTick)));
    }

    private List<Mark> lane(String what, String channel, int lane) {
        String name = what + " " + channel + (lane < 0 ? "" : " " + lane);
        return marksByLane.computeIfAbsent(name, added -> new ArrayList<>());
    }

    void addJobs(List<TraceJob> jobs) {
        if (!marksByLane.isEmpty()) {
            jobs.add(this::draw);
        }
    }

    private void draw(TraceSink sink) {
        sink.process(TraceIds.PROFILER, "Recording", 0);
        int tid = 0;
        for (String name : marksByLane.keySet()) {
            sink.thread(TraceIds.PROFILER, ++tid, name);
        }
        tid = 0;
        for (List<Mark> marks : marksByLane.values()) {
            tid++;
            double free = 0;
            for (Mark mark : marks) {
                free = draw(sink, tid, mark, free);
            }
        }
    }

    /**
     * Marks of one lane follow each other: where two overlap, the later begins when the first ends.
     */
    private double draw(TraceSink sink, int tid, Mark mark, double free) {
        Vocabulary words = scene.vocabulary;
        double begin = Math.max(free, scene.run.timeline().micros(mark.beginTick()));
        double end = Math.max(begin, scene.run.timeline().micros(mark.endTick()));
        sink.slice(TraceIds.PROFILER, tid, begin, end - begin);
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
