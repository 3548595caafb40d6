package io.tidemark.analysis.compat.trace;

import io.tidemark.analysis.compat.CompatLoad;
import io.tidemark.analysis.convert.TraceOptions;
import io.tidemark.analysis.convert.TraceOutput;
import io.tidemark.analysis.convert.TraceReport;
import io.tidemark.analysis.convert.arrow.Arrows;
import io.tidemark.analysis.convert.encode.ArrowEnds;
import io.tidemark.analysis.convert.encode.HostTimelineNote;
import io.tidemark.analysis.convert.encode.TraceJob;
import io.tidemark.analysis.convert.encode.TraceSink;
import io.tidemark.analysis.convert.scene.Completions;
import io.tidemark.analysis.convert.scene.Highlight;
import io.tidemark.analysis.convert.scene.TraceScene;
import io.tidemark.analysis.convert.view.OverheadCounters;
import io.tidemark.analysis.convert.view.Slices;
import io.tidemark.analysis.convert.view.ViewRules;
import io.tidemark.capture.ending.RunEnding;
import io.tidemark.capture.model.CaptureModel;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;

/**
 * Writes a run as the converter of simpler writes it: the same events with the same numbers, every
 * arrow drawn. The file appears whole or not at all. One thread prepares it, a few encode.
 */
public final class CompatTrace {
    private final CaptureModel model;
    private final boolean overhead;
    private final Consumer<String> warnings;
    private final DoubleConsumer progress;
    private Optional<Collection<Long>> path = Optional.empty();

    /**
     * Prepares a conversion.
     *
     * @param model from {@code CompatModel}
     * @param overhead adds the counters of idle cores and ready tasks
     * @param warnings gets a sentence before anything is left out
     * @param progress gets the share of the work done, from any thread
     */
    public CompatTrace(CaptureModel model, boolean overhead, Consumer<String> warnings, DoubleConsumer progress) {
        this.model = model;
        this.overhead = overhead;
        this.warnings = warnings;
        this.progress = progress;
    }

    /** Lets only these tasks keep their name, to show a path. */
    public CompatTrace highlighting(Collection<Long> taskIds) {
        path = Optional.of(taskIds);
        return this;
    }

    public TraceReport write(Path target) throws IOException {
        return TraceOutput.write(target, this::write);
    }

    private TraceReport write(OutputStream stream) throws IOException {
        TraceScene scene = new TraceScene(model, new CompatScene(), Highlight.of(model, path), RunEnding.UNKNOWN);
        ViewRules rules = new CompatViews();
        Completions completions = new Completions(scene);
        List<TraceJob> jobs = new ArrayList<>();
        jobs.add(new CompatTrackNames(scene)::draw);
        Slices.addJobs(jobs, scene, rules, ArrowEnds.NONE, completions.finishRows());
        Arrows arrows = new Arrows(scene, new CompatArrows(), completions);
        long count = count(arrows);
        jobs.add(sink -> draw(sink, arrows));
        if (overhead) {
            addCounters(jobs, scene, rules);
        }
        Map<String, Object> notes = model.axis().isHostMode()
                ? HostTimelineNote.of(model.table(), model.axis()).members()
                : Map.of();
        long size = TraceOutput.json(jobs, new CompatStyle(), notes, stream, progress);
        return new TraceReport(model.runs().size(), 0, count, count, size);
    }

    private long count(Arrows arrows) {
        long[] count = {0};
        arrows.forEach((kind, arrow) -> count[0]++);
        TraceOptions.warnOfMany(count[0], warnings);
        return count[0];
    }

    private static void draw(TraceSink sink, Arrows arrows) {
        long[] next = {0};
        arrows.forEach((kind, arrow) -> {
            arrow.id = next[0]++;
            sink.arrow(arrow);
        });
    }

    private void addCounters(List<TraceJob> jobs, TraceScene scene, ViewRules rules) {
        if (model.graph().edgeCount() == 0) {
            warnings.accept("--overhead needs deps.json to know when a task is ready; no counters are" + " drawn.");
        } else if (model.runs().size() > 0) {
            new OverheadCounters(scene, rules, new CompatLoad(model)).addJobs(jobs);
        }
    }
}
