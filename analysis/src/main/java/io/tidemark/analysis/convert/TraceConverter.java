package io.tidemark.analysis.convert;

import io.tidemark.analysis.convert.TraceOptions.Format;
import io.tidemark.analysis.convert.arrow.ArrowRules;
import io.tidemark.analysis.convert.arrow.ArrowTable;
import io.tidemark.analysis.convert.arrow.ArrowTally;
import io.tidemark.analysis.convert.arrow.Arrows;
import io.tidemark.analysis.convert.encode.ArrowEnds;
import io.tidemark.analysis.convert.encode.HostTimelineNote;
import io.tidemark.analysis.convert.encode.JsonStyle;
import io.tidemark.analysis.convert.encode.TraceJob;
import io.tidemark.analysis.convert.scene.Completions;
import io.tidemark.analysis.convert.scene.Highlight;
import io.tidemark.analysis.convert.scene.SceneRules;
import io.tidemark.analysis.convert.scene.TraceScene;
import io.tidemark.analysis.convert.view.CounterLanes;
import io.tidemark.analysis.convert.view.OverheadCounters;
import io.tidemark.analysis.convert.view.ProfilerMarks;
import io.tidemark.analysis.convert.view.Slices;
import io.tidemark.analysis.convert.view.TrackNames;
import io.tidemark.analysis.convert.view.ViewRules;
import io.tidemark.analysis.counter.CounterTrack;
import io.tidemark.analysis.overhead.EngineSteps;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.ending.RunEnding;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.model.CaptureModel;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;

/**
 * Turns a run into a trace file. Lays out the picture first, then encodes its parts on a few
 * threads and writes them in a fixed order, so that the same capture always gives the same bytes.
 * The file appears whole or not at all.
 */
public final class TraceConverter {
    private final CaptureModel model;
    private final TraceOptions options;
    private final Verdict verdict;
    private final Optional<Certificate> certificate;
    private final Consumer<String> warnings;
    private final DoubleConsumer progress;
    private Optional<Collection<Long>> path = Optional.empty();
    private RunEnding ending = RunEnding.UNKNOWN;
    private final List<CounterTrack> counters = new ArrayList<>();

    /**
     * Prepares a conversion.
     *
     * @param warnings gets a sentence before anything is left out
     * @param progress gets the share of the work done, from any thread
     */
    public TraceConverter(
            CaptureModel model,
            TraceOptions options,
            Verdict verdict,
            Optional<Certificate> certificate,
            Consumer<String> warnings,
            DoubleConsumer progress) {
        this.model = model;
        this.options = options;
        this.verdict = verdict;
        this.certificate = certificate;
        this.warnings = warnings;
        this.progress = progress;
    }

    /** Lets only these tasks keep their name, to show a path. */
    public TraceConverter highlighting(Collection<Long> taskIds) {
        path = Optional.of(taskIds);
        return this;
    }

    /** Lets the trace say how the run ended, if not well. */
    public TraceConverter ending(RunEnding how) {
        ending = how;
        return this;
    }

    /** Draws a counter above the lanes, below those before it; keeps only what is drawn of it. */
    public void counter(CounterTrack track) {
        counters.add(CounterLanes.drawn(track));
    }

    public TraceReport write(Path target) throws IOException {
        return TraceOutput.write(target, this::write);
    }

    private TraceReport write(OutputStream stream) throws IOException {
        TraceScene scene = new TraceScene(model, SceneRules.DEFAULT, Highlight.of(model, path), ending);
        ArrowTally tally = new ArrowTally();
        List<TraceJob> jobs = new ArrayList<>();
        jobs.add(new TrackNames(scene)::draw);
        ArrowTable table = new ArrowTable(scene, options.arrowLimit(), tally);
        int[] finishRows = collect(scene, table);
        long drawn = table.size();
        boolean isJson = options.format() == Format.JSON;
        ArrowEnds ends = isJson ? ArrowEnds.NONE : table.bySlice();
        Slices.addJobs(jobs, scene, ViewRules.DEFAULT, ends, finishRows);
        new ProfilerMarks(scene, verdict, certificate).addJobs(jobs);
        if (isJson) {
            table.addJobs(jobs);
        }
        warn(tally, drawn);
        new CounterLanes(scene, counters).addJobs(jobs);
        if (options.overhead()) {
            addCounters(jobs, scene);
        }
        long size = run(jobs, stream);
        return new TraceReport(model.runs().size(), ending.openRuns().size(), drawn, tally.total(), size);
    }

    /**
     * Collects the arrows to draw and returns the rows each phase noticed; what was needed to find
     * them is garbage afterwards.
     */
    private static int[] collect(TraceScene scene, ArrowTable table) {
        Completions completions = new Completions(scene);
        table.collect(new Arrows(scene, ArrowRules.DEFAULT, completions));
        return completions.finishRows();
    }

    private void warn(ArrowTally tally, long drawn) {
        if (drawn < tally.total()) {
            warnings.accept(tally.warning());
        } else {
            TraceOptions.warnOfMany(drawn, warnings);
        }
    }

    private void addCounters(List<TraceJob> jobs, TraceScene scene) {
        if (model.graph().edgeCount() == 0) {
            warnings.accept("--overhead needs deps.json to know when a task is ready; no counters are" + " drawn.");
        } else if (!scene.hasScheduledRows()) {
            warnings.accept("--overhead needs dispatch times, which this capture does not hold (level "
                    + model.table().level()
                    + "); no counters are drawn.");
        } else if (model.runs().size() > 0) {
            new OverheadCounters(scene, ViewRules.DEFAULT, new EngineSteps(model)).addJobs(jobs);
        }
    }

    private long run(List<TraceJob> jobs, OutputStream stream) throws IOException {
        return options.format() == Format.PFTRACE
                ? TraceOutput.perfetto(jobs, stream, progress)
                : TraceOutput.json(jobs, JsonStyle.NANOSECONDS, notes(), stream, progress);
    }

    private Map<String, Object> notes() {
        Map<String, Object> notes = new LinkedHashMap<>();
        if (model.axis().isHostMode()) {
            notes.putAll(HostTimelineNote.of(model.table(), model.axis()).members());
        }
        if (ending.isBad()) {
            notes.put("ending", ending.line());
        }
        notes.put("verdict", verdict.line());
        return notes;
    }
}
