package io.tidemark.analysis.compat.trace;

import io.tidemark.analysis.compat.CompatRun;
import io.tidemark.analysis.convert.TraceOptions;
import io.tidemark.analysis.convert.TraceReport;
import io.tidemark.analysis.convert.encode.HostTimelineNote;
import io.tidemark.analysis.convert.encode.Job;
import io.tidemark.analysis.convert.encode.JobRunner;
import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.capture.file.AtomicFile;
import io.tidemark.capture.model.Tasks;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.function.IntPredicate;

/**
 * Writes a run as the converter of simpler writes it: the same events with the same numbers, every
 * arrow drawn. The file appears whole or not at all. One thread prepares it, a few encode.
 */
public final class CompatTrace {
    private final CompatRun run;
    private final boolean overhead;
    private final Consumer<String> warnings;
    private final DoubleConsumer progress;
    private IntPredicate isNamed = task -> true;

    /**
     * Prepares a conversion.
     *
     * @param overhead adds the counters of idle cores and ready tasks
     * @param warnings gets a sentence before anything is left out
     * @param progress gets the share of the work done, from any thread
     */
    public CompatTrace(
            CompatRun run, boolean overhead, Consumer<String> warnings, DoubleConsumer progress) {
        this.run = run;
        this.overhead = overhead;
        this.warnings = warnings;
        this.progress = progress;
    }

    /** Lets only these tasks keep their name, to show a path. */
    public CompatTrace highlighting(Collection<Long> taskIds) {
        BitSet named = new BitSet();
        for (long id : taskIds) {
            int task = run.tasks().find(id);
            if (task != Tasks.NONE) {
                named.set(task);
            }
        }
        isNamed = named::get;
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
        CompatScene scene = new CompatScene(run, isNamed);
        Completions completions = new Completions(scene);
        List<Job<CompatSink>> jobs = new ArrayList<>();
        jobs.add(new TrackNames(scene)::draw);
        WorkerView worker = new WorkerView(scene);
        worker.addJobs(jobs);
        new SchedulerView(scene, worker).addJobs(jobs);
        new PhaseLanes(scene, completions.finishRows()).addJobs(jobs);
        new MarkerLanes(scene).addJobs(jobs);
        new SubmitLanes(scene).addJobs(jobs);
        new GraphExecutions(scene).addJobs(jobs);
        Arrows arrows = new Arrows(scene, completions);
        long count = count(arrows);
        jobs.add(sink -> draw(sink, arrows));
        if (overhead) {
            addCounters(jobs, scene);
        }
        return new TraceReport(run.rows().size(), 0, count, count, run(jobs, stream));
    }

    private long count(Arrows arrows) {
        long[] count = {0};
        arrows.forEach(arrow -> count[0]++);
        if (count[0] > TraceOptions.DEFAULT_ARROW_LIMIT) {
            warnings.accept(
                    String.format(
                            Locale.ROOT,
                            "%,d arrows are more than viewers handle well; expect slow loading.",
                            count[0]));
        }
        return count[0];
    }

    private static void draw(CompatSink sink, Arrows arrows) {
        long[] next = {0};
        arrows.forEach(
                arrow -> {
                    arrow.id = next[0]++;
                    sink.arrow(arrow);
                });
    }

    private void addCounters(List<Job<CompatSink>> jobs, CompatScene scene) {
        if (run.graph().edgeCount() == 0) {
            warnings.accept(
                    "--overhead needs deps.json to know when a task is ready; no counters are"
                            + " drawn.");
        } else if (run.rows().size() > 0) {
            new OverheadCounters(scene).addJobs(jobs);
        }
    }

    private long run(List<Job<CompatSink>> jobs, OutputStream stream) throws IOException {
        byte[] head = "{\"traceEvents\":[".getBytes(StandardCharsets.US_ASCII);
        stream.write(head);
        long size =
                new JobRunner<>(
                                jobs,
                                (job, target) -> new CompatSink(target, job == 0),
                                stream,
                                progress)
                        .run();
        byte[] tail = tail().getBytes(StandardCharsets.US_ASCII);
        stream.write(tail);
        return head.length + size + tail.length;
    }

    private String tail() {
        StringBuilder text = new StringBuilder("\n]");
        if (run.timeline().isHostMode()) {
            text.append(",\n\"metadata\":");
            JsonWriter.onOneLine(text)
                    .tree(HostTimelineNote.of(run.table(), run.timeline()).members());
        }
        return text.append("}\n").toString();
    }
}
