package io.tidemark.analysis.convert.view;

import io.tidemark.analysis.convert.encode.TraceIds;
import io.tidemark.analysis.convert.encode.TraceJob;
import io.tidemark.analysis.convert.encode.TraceSink;
import io.tidemark.analysis.convert.encode.Vocabulary;
import io.tidemark.analysis.convert.scene.TraceScene;
import io.tidemark.capture.ending.OpenRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Kernels that were on their cores when the run was stopped, drawn on the lanes of these cores
 * behind the runs that ended. Immutable.
 */
final class OpenSlices {
    private final TraceScene scene;
    private final Map<Integer, List<OpenRun>> byCore = new TreeMap<>();

    OpenSlices(TraceScene scene) {
        this.scene = scene;
        scene.ending.openRuns().stream()
                .sorted(Comparator.comparingLong(OpenRun::beginTick))
                .forEach(run -> byCore.computeIfAbsent(run.core(), core -> new ArrayList<>())
                        .add(run));
    }

    /** For cores that have no other run: their lanes need a name and a job of their own. */
    void addJobs(List<TraceJob> jobs) {
        for (int core : byCore.keySet()) {
            if (!scene.hasWorkerRows(core)) {
                jobs.add(sink -> drawAlone(sink, core));
            }
        }
    }

    private void drawAlone(TraceSink sink, int core) {
        String name = TrackNames.name(scene.model.table().metadata().coreType(core), core);
        sink.thread(TraceIds.WORKER_VIEW, TraceIds.core(core), name);
        draw(sink, core);
    }

    /** Draws those of a core on its first lane, after the runs there. */
    void draw(TraceSink sink, int core) {
        Vocabulary words = scene.vocabulary;
        long free = scene.lastWorkerEnd(core);
        for (OpenRun run : byCore.getOrDefault(core, List.of())) {
            long begin = Math.max(free, scene.moments.ofTick(run.beginTick()));
            long end = Math.max(begin, scene.moments.ofTick(run.endTick()));
            sink.slice(TraceIds.WORKER_VIEW, TraceIds.core(core), begin, end);
            sink.category(words.event);
            sink.color(words.terrible);
            sink.nameOfTask(words.of(run.kernel() + " (open)"), run.taskId());
            sink.argument(words.open, words.of("it had not returned when the run was stopped"));
            sink.argument(words.begin, words.of(run.beginKind().words()));
            sink.argumentUnsigned(words.taskIdOfSlice, run.taskId());
            sink.close();
            free = end;
        }
    }
}
