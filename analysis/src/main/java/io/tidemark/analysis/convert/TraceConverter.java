package io.tidemark.analysis.convert;

import io.tidemark.analysis.convert.TraceOptions.Format;
import io.tidemark.analysis.join.Run;
import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.ending.RunEnding;
import io.tidemark.capture.file.AtomicFile;
import io.tidemark.capture.finding.Verdict;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
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
    private final Run run;
    private final TraceOptions options;
    private final Verdict verdict;
    private final Optional<Certificate> certificate;
    private final Consumer<String> warnings;
    private final DoubleConsumer progress;
    private Optional<Collection<Long>> path = Optional.empty();
    private RunEnding ending = RunEnding.UNKNOWN;

    /**
     * Prepares a conversion.
     *
     * @param warnings gets a sentence before anything is left out
     * @param progress gets the share of the work done, from any thread
     */
    public TraceConverter(
            Run run,
            TraceOptions options,
            Verdict verdict,
            Optional<Certificate> certificate,
            Consumer<String> warnings,
            DoubleConsumer progress) {
        this.run = run;
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

    public TraceReport write(Path target) throws IOException {
        try (AtomicFile file = new AtomicFile(target)) {
            try {
                TraceReport report = write(file.stream());
                file.commit();
                return report;
            } catch (UncheckedIOException failure) {
                throw file.failure(failure.getCause());
            } catch (IOException failure) {
                throw file.failure(failure);
            }
        }
    }

    private TraceReport write(OutputStream stream) throws IOException {
        TraceScene scene = new TraceScene(run, options, Highlight.of(run, path), ending);
        ArrowTally tally = new ArrowTally();
        List<TraceJob> jobs = new ArrayList<>();
        jobs.add(new TrackNames(scene)::draw);
        long drawn = 0;
        if (options.compat()) {
            Completions completions = new Completions(scene);
            addSlices(jobs, scene, completions.finishRows(), ArrowEnds.NONE);
            Arrows arrows = new Arrows(scene, completions);
            arrows.forEach(tally);
            drawn = tally.total();
            jobs.add(sink -> drawAll(sink, arrows));
        } else {
            ArrowTable table = new ArrowTable(scene, options.arrowLimit(), tally);
            int[] finishRows = collect(scene, table);
            drawn = table.size();
            boolean isJson = options.format() == Format.JSON;
            ArrowEnds ends = isJson ? ArrowEnds.NONE : table.bySlice();
            addSlices(jobs, scene, finishRows, ends);
            if (isJson) {
                table.addJobs(jobs);
            }
        }
        warn(tally, drawn);
        if (options.overhead()) {
            addCounters(jobs, scene);
        }
        long size = run(jobs, stream);
        int open = options.compat() ? 0 : ending.openRuns().size();
        return new TraceReport(run.rows().size(), open, drawn, tally.total(), size);
    }

    /**
     * Collects the arrows to draw and returns the rows each phase noticed; what was needed to find
     * them is garbage afterwards.
     */
    private static int[] collect(TraceScene scene, ArrowTable table) {
        Completions completions = new Completions(scene);
        table.collect(new Arrows(scene, completions));
        return completions.finishRows();
    }

    private void warn(ArrowTally tally, long drawn) {
        if (drawn < tally.total()) {
            warnings.accept(tally.warning());
        } else if (drawn > TraceOptions.DEFAULT_ARROW_LIMIT) {
            warnings.accept(
                    String.format(
                            Locale.ROOT,
                            "%,d arrows are more than viewers handle well; expect slow loading.",
                            drawn));
        }
    }

    private void addSlices(
            List<TraceJob> jobs, TraceScene scene, int[] finishRows, ArrowEnds ends) {
        WorkerView worker = new WorkerView(scene, ends, new OpenSlices(scene));
        worker.addJobs(jobs);
        new SchedulerView(scene, worker, ends).addJobs(jobs);
        new PhaseLanes(scene, ends, finishRows).addJobs(jobs);
        MarkerLanes markers = new MarkerLanes(scene, ends);
        markers.addJobs(jobs);
        new SubmitLanes(scene, markers, ends).addJobs(jobs);
        new GraphExecutions(scene).addJobs(jobs);
        if (!options.compat()) {
            new ProfilerMarks(scene, verdict, certificate).addJobs(jobs);
        }
    }

    private static void drawAll(TraceSink sink, Arrows arrows) {
        long[] next = {0};
        arrows.forEach(
                (kind, arrow) -> {
                    arrow.id = next[0]++;
                    sink.arrow(arrow);
                });
    }

    private void addCounters(List<TraceJob> jobs, TraceScene scene) {
        boolean hasEdges = run.graph().isPresent() && run.graph().get().edgeCount() > 0;
        if (!hasEdges) {
            warnings.accept(
                    "--overhead needs deps.json to know when a task is ready; no counters are"
                            + " drawn.");
        } else if (!options.compat() && !scene.hasScheduledRows()) {
            warnings.accept(
                    "--overhead needs dispatch times, which this capture does not hold (level "
                            + run.table().level()
                            + "); no counters are drawn.");
        } else if (run.rows().size() > 0) {
            new OverheadCounters(scene).addJobs(jobs);
        }
    }

    private long run(List<TraceJob> jobs, OutputStream stream) throws IOException {
        if (options.format() == Format.PFTRACE) {
            return new JobRunner(
                            jobs,
                            (job, target) -> new PerfettoSink(target, job + 1),
                            stream,
                            progress)
                    .run();
        }
        byte[] head = "{\"traceEvents\":[".getBytes(StandardCharsets.US_ASCII);
        stream.write(head);
        JobRunner runner =
                new JobRunner(
                        jobs,
                        (job, target) -> new ChromeJsonSink(target, options.compat(), job == 0),
                        stream,
                        progress);
        long size = runner.run();
        byte[] tail = tail().getBytes(StandardCharsets.US_ASCII);
        stream.write(tail);
        return head.length + size + tail.length;
    }

    private String tail() {
        Map<String, Object> notes = new LinkedHashMap<>();
        if (run.timeline().isHostMode()) {
            notes.putAll(HostTimelineNote.of(run).members());
        }
        if (!options.compat()) {
            if (ending.isBad()) {
                notes.put("ending", ending.line());
            }
            notes.put("verdict", verdict.line());
        }
        StringBuilder text = new StringBuilder("\n]");
        if (!notes.isEmpty()) {
            text.append(",\n\"metadata\":");
            JsonWriter.onOneLine(text).tree(notes);
        }
        return text.append("}\n").toString();
    }
}
