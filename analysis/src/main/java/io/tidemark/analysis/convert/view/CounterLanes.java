package io.tidemark.analysis.convert.view;

import io.tidemark.analysis.convert.encode.TraceIds;
import io.tidemark.analysis.convert.encode.TraceJob;
import io.tidemark.analysis.convert.encode.TraceSink;
import io.tidemark.analysis.convert.encode.Word;
import io.tidemark.analysis.convert.scene.TraceScene;
import io.tidemark.analysis.counter.CounterTrack;
import java.util.List;

/**
 * The counters of a run as tracks of a process of their own. A counter with more steps than a
 * viewer can use gets one sample per stretch, the highest value in it.
 */
public final class CounterLanes {
    private static final int MOST_STEPS = 20_000;
    private static final int FIRST_TID = 9201;

    private final TraceScene scene;
    private final List<CounterTrack> tracks;

    public CounterLanes(TraceScene scene, List<CounterTrack> tracks) {
        this.scene = scene;
        this.tracks = tracks;
    }

    /** What is drawn of a counter; who keeps this needs no longer the whole. */
    public static CounterTrack drawn(CounterTrack track) {
        return track.thinned(MOST_STEPS);
    }

    public void addJobs(List<TraceJob> jobs) {
        for (int number = 0; number < tracks.size(); number++) {
            int tid = FIRST_TID + number;
            CounterTrack track = drawn(tracks.get(number));
            Word word = scene.vocabulary.of(track.name());
            boolean isFirst = number == 0;
            jobs.add(sink -> {
                if (isFirst) {
                    sink.process(TraceIds.COUNTERS, "Counters", 0);
                }
                draw(sink, tid, track, word);
            });
        }
    }

    private void draw(TraceSink sink, int tid, CounterTrack track, Word word) {
        for (int step = 0; step < track.size(); step++) {
            sink.counter(TraceIds.COUNTERS, tid, track.nanos(step), word);
            sink.category(scene.vocabulary.overhead);
            sink.argument(word, Math.round(Math.max(0, track.value(step))));
            sink.close();
        }
    }
}
