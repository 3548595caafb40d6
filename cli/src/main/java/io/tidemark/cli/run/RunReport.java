package io.tidemark.cli.run;

import io.tidemark.abi.DfxFlags;
import io.tidemark.analysis.coretime.Makespan;
import io.tidemark.analysis.text.Units;
import io.tidemark.capture.certificate.Certificate.Damaged;
import io.tidemark.capture.certificate.Conditions;
import io.tidemark.capture.file.AtomicFile;
import io.tidemark.cli.text.Explanations;
import io.tidemark.cli.text.Json;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RunResult.TaskTiming;
import io.tidemark.runtime.stall.Stall;
import io.tidemark.workloads.Verification;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** Tells people and programs how a run went. */
final class RunReport {
    /** Name of the file in the capture directory. */
    static final String FILE_NAME = "run.json";

    private final RunOutcome outcome;
    private final DfxFlags flags;
    private final RecordedRound round;
    private final Optional<Makespan> makespan;

    /**
     * @param flags what was to be recorded
     * @param round the round in which it was to be
     * @param makespan of the recorded round, if its swimlane was read
     */
    RunReport(
            RunOutcome outcome, DfxFlags flags, RecordedRound round, Optional<Makespan> makespan) {
        this.outcome = outcome;
        this.flags = flags;
        this.round = round;
        this.makespan = makespan;
    }

    void print(PrintWriter out) {
        RunResult result = outcome.last().result();
        line(out, "case", "%s, seed %d", outcome.caseTitle(), outcome.seed());
        line(
                out,
                "chip",
                "%s, %d clusters, %d cores, %s, %d schedulers",
                outcome.platform(),
                outcome.clusters(),
                outcome.cores(),
                outcome.runtime().control(),
                outcome.runtime().schedulers(outcome.aicpuThreads()));
        line(
                out,
                "tasks",
                "%s%d completed of %d submitted, and %s",
                outcome.isLost() ? "at least " : "",
                outcome.tasks(),
                result.submitted() - result.allocated(),
                Units.plural(result.allocated(), "allocation"));
        if (outcome.kernelRuns() != outcome.tasks()) {
            line(
                    out,
                    "subtasks",
                    "%d kernel runs on cores; without a core: %d dummy, %d skipped by predicate",
                    outcome.kernelRuns(),
                    result.dummies(),
                    result.skipped());
        }
        printLaunches(out, result);
        printTimes(out);
        outcome.recorded()
                .conditions()
                .ifPresent(
                        conditions -> {
                            line(out, "measured", "%s", conditions.words());
                            conditions.banner().ifPresent(text -> line(out, "note", "%s", text));
                        });
        line(out, "result", "%s", verdict());
        if (!result.isOk() && !Explanations.find(explainedBy(result)).isEmpty()) {
            line(
                    out,
                    "explain",
                    "'tidemark explain %s' says what leads to it",
                    explainedBy(result));
        }
        outcome.argsCheck().ifPresent(check -> line(out, "args", "%s", check.sentence()));
        line(out, "records", "%s", records());
        for (Damaged damaged : outcome.recorded().damage()) {
            line(
                    out,
                    "damage",
                    "%s, %d times: %s",
                    damaged.channel(),
                    damaged.count(),
                    damaged.what());
        }
        line(out, "capture", "%s", outcome.capture());
    }

    /** Nothing is never called complete: who reads that believes that there are records. */
    private String records() {
        if (!outcome.recorded().isNothing()) {
            return outcome.recorded().verdict().line() + round.text();
        }
        String why = outcome.recorded().verdict().reason();
        return flags.bits() == 0
                ? why + "; --chip-swimlane turns one on, 'tidemark run --help' names the others"
                : why;
    }

    private static void printLaunches(PrintWriter out, RunResult result) {
        if (result.localLaunches() + result.drains() > 0) {
            line(
                    out,
                    "cohorts",
                    "%d started on one scheduler's cores, for %d all schedulers stopped",
                    result.localLaunches(),
                    result.drains());
        }
        if (result.stagedBlocks() > 0) {
            line(
                    out,
                    "staged",
                    "%d blocks were on their cores before their task was ready",
                    result.stagedBlocks());
        }
        for (TaskTiming timing : result.timings()) {
            if (timing.isWhole()) {
                line(
                        out,
                        "timing",
                        "slot %d: %s, from %s to %s after the start, %d kernel runs",
                        timing.slot(),
                        Units.micros(timing.finishMicros() - timing.dispatchMicros()),
                        Units.micros(timing.dispatchMicros()),
                        Units.micros(timing.finishMicros()),
                        timing.subtasks());
            } else {
                line(out, "timing", "slot %d: a task of it did not finish", timing.slot());
            }
        }
    }

    private void printTimes(PrintWriter out) {
        line(
                out,
                "wall time",
                "%s, %,.0f tasks per second",
                Units.micros(outcome.medianWallMicros()),
                outcome.tasksPerSecond());
        if (outcome.rounds().size() > 1) {
            line(
                    out,
                    "rounds",
                    "%s, wall time above is the median, slowest over fastest %.2f",
                    counted(outcome.measured().size(), outcome.rounds().size()),
                    outcome.spread());
        }
        makespan.ifPresent(
                span ->
                        line(
                                out,
                                "makespan",
                                "%s from the first start to the last end on a core",
                                Units.nanos(span.nanos())));
        if (outcome.isInterrupted() && outcome.asked() > 1) {
            line(
                    out,
                    "cut",
                    "interrupted by the user in round %d of %d",
                    outcome.rounds().size() + (result().isOk() ? 1 : 0),
                    outcome.asked());
        }
    }

    private static String counted(int measured, int rounds) {
        return measured == rounds
                ? Integer.toString(rounds)
                : "%d of %d measured".formatted(measured, rounds);
    }

    private RunResult result() {
        return outcome.last().result();
    }

    private String verdict() {
        RunResult result = result();
        if (!result.isOk()) {
            return (outcome.isInterrupted() ? "INTERRUPTED: " : "FAILED: ") + result.sentence();
        }
        return outcome.last()
                .verification()
                .map(
                        checked ->
                                (checked.ok() ? "verified: " : "WRONG RESULT: ")
                                        + checked.sentence())
                .orElse("not verified (--skip-golden)");
    }

    /** What to ask for; the kind of stall says more than the code that all stalls have. */
    private static String explainedBy(RunResult result) {
        return result.stall() == null
                ? Integer.toString(result.errorCode())
                : result.stall().detail().key();
    }

    private static void line(PrintWriter out, String label, String format, Object... values) {
        out.println(
                String.format(Locale.ROOT, "%-9s ", label)
                        + String.format(Locale.ROOT, format, values));
    }

    /** Keeps {@link #json} in the capture. */
    void write(Path capture) throws IOException {
        Path file = capture.resolve(FILE_NAME);
        AtomicFile.write(file, part -> Files.writeString(part, json() + "\n"));
    }

    /** The same as one JSON object. */
    String json() {
        return Json.text(
                writer -> {
                    writer.writeStartObject();
                    writeFields(writer);
                    writer.writeEndObject();
                });
    }

    private static void writeTimings(JsonGenerator writer, RunResult result) {
        writer.writeName("timings");
        writer.writeStartArray();
        for (TaskTiming timing : result.timings()) {
            writer.writeStartObject();
            writer.writeNumberProperty("slot", timing.slot());
            writer.writeNumberProperty("subtasks", timing.subtasks());
            writer.writeNumberProperty("dispatch_us", timing.dispatchMicros());
            writer.writeNumberProperty("finish_us", timing.finishMicros());
            writer.writeEndObject();
        }
        writer.writeEndArray();
    }

    private void writeFields(JsonGenerator writer) {
        RunResult result = outcome.last().result();
        writer.writeStringProperty("case", outcome.caseTitle());
        writer.writeStringProperty("platform", outcome.platform());
        writer.writeStringProperty("runtime", outcome.runtime().label());
        writer.writeNumberProperty("clusters", outcome.clusters());
        writer.writeNumberProperty("aicpu_threads", outcome.aicpuThreads());
        writer.writeNumberProperty("seed", outcome.seed());
        writer.writeStringProperty("status", outcome.status());
        writer.writeName("verified");
        if (outcome.last().verification().isPresent()) {
            writer.writeBoolean(outcome.last().verification().get().ok());
        } else {
            writer.writeNull();
        }
        writer.writeStringProperty("result", verdict());
        outcome.argsCheck()
                .ifPresent(check -> writer.writeStringProperty("args_check", check.sentence()));
        writer.writeStringProperty("verdict", outcome.recorded().verdict().kind().name());
        writer.writeBooleanProperty("recorded", !outcome.recorded().isNothing());
        if (!outcome.recorded().isNothing()) {
            writer.writeNumberProperty("recorded_round", round.round());
            writer.writeBooleanProperty("recorded_cold", round.isCold());
        }
        writer.writeNumberProperty("tasks", outcome.tasks());
        writer.writeNumberProperty("submitted", result.submitted() - result.allocated());
        writer.writeNumberProperty("allocations", result.allocated());
        writer.writeNumberProperty("subtasks", outcome.kernelRuns());
        writer.writeNumberProperty("dummies", result.dummies());
        writer.writeNumberProperty("skipped", result.skipped());
        writer.writeNumberProperty("local_launches", result.localLaunches());
        writer.writeNumberProperty("drains", result.drains());
        writer.writeNumberProperty("staged_blocks", result.stagedBlocks());
        writeTimings(writer, result);
        writer.writeNumberProperty("wall_time_us", outcome.medianWallMicros());
        writer.writeNumberProperty("tasks_per_second", outcome.tasksPerSecond());
        writer.writeName("wall_times_us");
        double[] spans = outcome.wallsMicros();
        writer.writeArray(spans, 0, spans.length);
        if (makespan.isPresent()) {
            writer.writeNumberProperty("makespan_us", makespan.get().micros());
        }
        outcome.recorded()
                .conditions()
                .ifPresent(conditions -> writeConditions(writer, conditions));
        writer.writeStringProperty("capture", outcome.capture().toString());
        outcome.last().verification().ifPresent(checked -> writeDifference(writer, checked));
        if (!result.isOk()) {
            writeError(writer, result);
        }
    }

    private static void writeConditions(JsonGenerator writer, Conditions conditions) {
        writer.writeObjectPropertyStart("conditions");
        writer.writeNumberProperty("cpus", conditions.cpus());
        writer.writeNumberProperty("cores", conditions.cores());
        writer.writeBooleanProperty("cold", conditions.isCold());
        writer.writeNumberProperty("rounds_before", conditions.roundsBefore());
        if (conditions.loadHundredths() >= 0) {
            writer.writeNumberProperty("load", conditions.loadHundredths() / 100.0);
        }
        if (conditions.cpuPercent() >= 0) {
            writer.writeNumberProperty("cpu_percent", conditions.cpuPercent());
        }
        writer.writeStringProperty("words", conditions.words());
        if (conditions.banner().isPresent()) {
            writer.writeStringProperty("banner", conditions.banner().get());
        }
        writer.writeEndObject();
    }

    private static void writeDifference(JsonGenerator writer, Verification checked) {
        writer.writeNumberProperty("compared_elements", checked.comparedElements());
        if (checked.difference() != null) {
            writer.writeObjectPropertyStart("difference");
            writer.writeStringProperty("tensor", checked.difference().tensor());
            writer.writeStringProperty("index", checked.difference().index());
            writer.writeNumberProperty("actual", checked.difference().actual());
            writer.writeNumberProperty("expected", checked.difference().expected());
            writer.writeNumberProperty("differing", checked.difference().differing());
            writer.writeEndObject();
        }
    }

    private static void writeError(JsonGenerator writer, RunResult result) {
        writer.writeObjectPropertyStart("error");
        writer.writeNumberProperty("code", result.errorCode());
        writer.writeStringProperty("name", result.errorName());
        writer.writeStringProperty("sentence", result.sentence());
        Stall stall = result.stall();
        if (stall != null) {
            writer.writeStringProperty("stall", stall.detail().label());
            writer.writeNumberProperty("completed", stall.completed());
            writer.writeNumberProperty("total", stall.total());
            writer.writeNumberProperty("running", stall.running());
            writer.writeNumberProperty("ready", stall.ready());
            writer.writeNumberProperty("waiting", stall.waiting());
            writer.writeStringProperty("stuck_task", Long.toUnsignedString(stall.stuckTaskId()));
            writer.writeNumberProperty("stuck_core", stall.stuckCore());
        }
        writer.writeEndObject();
    }
}
