package io.tidemark.cli.run;

import io.tidemark.abi.DfxFlags;
import io.tidemark.analysis.coretime.Makespan;
import io.tidemark.analysis.host.ConditionsText;
import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.analysis.text.Units;
import io.tidemark.capture.LeftOutFiles;
import io.tidemark.capture.certificate.Certificate.Damaged;
import io.tidemark.capture.certificate.Conditions;
import io.tidemark.capture.file.AtomicFile;
import io.tidemark.chip.ChipProfile;
import io.tidemark.cli.text.Explanations;
import io.tidemark.cli.text.JsonLine;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.runtime.RingSizes;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RunResult.TaskTiming;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.stall.Stall;
import io.tidemark.workloads.Verification;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntToLongFunction;

/** Tells people and programs how a run went. */
final class RunReport {
    /** Name of the file in the capture directory. */
    static final String FILE_NAME = "run.json";

    private final RunOutcome outcome;
    private final DfxFlags flags;
    private final RecordingPlan plan;
    private final RecordedRound round;
    private final Optional<Makespan> makespan;

    /**
     * @param plan the plan of the recording
     * @param round the round in which it was to be
     * @param makespan of the recorded round, if its swimlane was read
     */
    RunReport(RunOutcome outcome, RecordingPlan plan, RecordedRound round, Optional<Makespan> makespan) {
        this.outcome = outcome;
        this.plan = plan;
        this.flags = plan.flags();
        this.round = round;
        this.makespan = makespan;
    }

    /** What runs, on what; known before the run. */
    static void header(PrintWriter out, String title, long seed, RecordingPlan plan, String platform) {
        RuntimeConfig config = plan.config();
        line(out, "case", "%s, seed %d", title, seed);
        line(
                out,
                "chip",
                "%s, %s, %s, %s, %s",
                platform,
                Units.plural(config.clusters(), "cluster"),
                Units.plural(plan.chip().shape().coreCount(), "core"),
                config.runtime().control(),
                Units.plural(config.runtime().schedulers(plan.aicpuThreads()), "scheduler"));
    }

    /** What came of it; {@link #header} comes before it. */
    void print(PrintWriter out) {
        RunResult result = outcome.last().result();
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
                    "%s on cores; without a core: %d dummy, %d skipped by predicate",
                    Units.plural(outcome.kernelRuns(), "kernel run"),
                    result.dummies(),
                    result.skipped());
        }
        printLaunches(out, result);
        printTimes(out);
        outcome.recorded().conditions().ifPresent(conditions -> {
            line(out, "measured", "%s", conditions.words());
            conditions.banner().ifPresent(text -> line(out, "note", "%s", text));
        });
        result.notes().forEach(note -> line(out, "note", "%s", note));
        line(out, "result", "%s", verdict());
        if (!result.isOk() && !Explanations.find(explainedBy(result)).isEmpty()) {
            line(out, "explain", "'tidemark explain %s' says what leads to it", explainedBy(result));
        }
        outcome.argsCheck().ifPresent(check -> line(out, "args", "%s", check.sentence()));
        line(out, "records", "%s", records());
        for (Damaged damaged : outcome.recorded().damage()) {
            line(out, "damage", "%s, %s: %s", damaged.channel(), Units.plural(damaged.count(), "time"), damaged.what());
        }
        line(out, "capture", "%s", outcome.capture());
        LeftOutFiles.sentence(outcome.capture()).ifPresent(sentence -> line(out, "files", "%s", sentence));
    }

    /** Nothing is never called complete: who reads that believes that there are records. */
    private String records() {
        if (!outcome.recorded().isNothing()) {
            return outcome.recorded().verdict().line() + round.text(isVirtual());
        }
        String why = outcome.recorded().verdict().reason();
        return flags.bits() == 0 ? why + "; --chip-swimlane turns one on, 'tidemark run --help' names the others" : why;
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
                    "%s staged: on their cores before their task was ready",
                    Units.plural(result.stagedBlocks(), "block"));
        }
        for (TaskTiming timing : result.timings()) {
            if (timing.isWhole()) {
                line(
                        out,
                        "timing",
                        "slot %d: %s, from %s to %s after the start, %s",
                        timing.slot(),
                        Units.micros(timing.finishMicros() - timing.dispatchMicros()),
                        Units.micros(timing.dispatchMicros()),
                        Units.micros(timing.finishMicros()),
                        Units.plural(timing.subtasks(), "kernel run"));
            } else {
                line(out, "timing", "slot %d: a task of it did not finish", timing.slot());
            }
        }
    }

    private boolean isVirtual() {
        return outcome.recorded().conditions().filter(Conditions::isVirtual).isPresent();
    }

    private void printTimes(PrintWriter out) {
        line(
                out,
                isVirtual() ? "run time" : "wall time", // a model has no wall with a clock on it
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
        if (isVirtual() && outcome.leastHostCpu().isPositive()) {
            double seconds = outcome.leastHostCpu().toNanos() / 1e9;
            line(
                    out,
                    "host",
                    "%s of CPU time for a round, the least of %d: %,.0f tasks per second",
                    Units.nanos(outcome.leastHostCpu().toNanos()),
                    outcome.measured().size(),
                    outcome.tasks() / seconds);
        }
        makespan.ifPresent(span ->
                line(out, "makespan", "%s from the first start to the last end on a core", Units.nanos(span.nanos())));
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
        return measured == rounds ? Integer.toString(rounds) : "%d of %d measured".formatted(measured, rounds);
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
                .map(checked -> (checked.ok() ? "verified: " : "WRONG RESULT: ") + checked.sentence())
                .orElse("not verified (--skip-golden)");
    }

    /** What to ask for; the kind of stall says more than the code that all stalls have. */
    private static String explainedBy(RunResult result) {
        return result.stall() == null
                ? Integer.toString(result.errorCode())
                : result.stall().detail().key();
    }

    private static void line(PrintWriter out, String label, String format, Object... values) {
        out.println(String.format(Locale.ROOT, "%-9s ", label) + String.format(Locale.ROOT, format, values));
    }

    /** Keeps {@link #json} in the capture. */
    void write(Path capture) throws IOException {
        Path file = capture.resolve(FILE_NAME);
        AtomicFile.write(file, part -> Files.writeString(part, json() + "\n"));
    }

    /** The same as one JSON object. */
    String json() {
        return JsonLine.text(writer -> {
            writer.beginObject();
            writeFields(writer);
            writer.endObject();
        });
    }

    private static void writeTimings(JsonWriter writer, RunResult result) {
        writer.name("timings");
        writer.beginArray();
        for (TaskTiming timing : result.timings()) {
            writer.beginObject();
            writer.member("slot", timing.slot());
            writer.member("subtasks", timing.subtasks());
            writer.member("dispatch_us", timing.dispatchMicros());
            writer.member("finish_us", timing.finishMicros());
            writer.endObject();
        }
        writer.endArray();
    }

    private void writeFields(JsonWriter writer) {
        RunResult result = outcome.last().result();
        writer.member("case", outcome.caseTitle());
        writer.member("platform", outcome.platform());
        writer.member("runtime", outcome.runtime().label());
        writer.member("clusters", outcome.clusters());
        writer.member("aicpu_threads", outcome.aicpuThreads());
        writeRings(writer, plan.call().rings());
        if (plan.config().serial()) {
            writer.member("serial", true);
        }
        if (isProfilerFree()) {
            writer.member("free_profiler", true);
        }
        writer.member("seed", outcome.seed());
        writer.member("status", outcome.status());
        writer.name("verified");
        if (outcome.last().verification().isPresent()) {
            writer.value(outcome.last().verification().get().ok());
        } else {
            writer.value((String) null);
        }
        writer.member("result", verdict());
        outcome.argsCheck().ifPresent(check -> writer.member("args_check", check.sentence()));
        writer.member("verdict", outcome.recorded().verdict().kind().name());
        writer.member("recorded", !outcome.recorded().isNothing());
        if (!outcome.recorded().isNothing()) {
            writer.member("recorded_round", round.round());
            if (!isVirtual()) {
                writer.member("recorded_cold", round.isCold());
            }
        }
        writer.member("tasks", outcome.tasks());
        writer.member("submitted", result.submitted() - result.allocated());
        writer.member("allocations", result.allocated());
        writer.member("subtasks", outcome.kernelRuns());
        writer.member("dummies", result.dummies());
        writer.member("skipped", result.skipped());
        writer.member("local_launches", result.localLaunches());
        writer.member("drains", result.drains());
        writer.member("staged_blocks", result.stagedBlocks());
        writeTimings(writer, result);
        writer.member("wall_time_us", outcome.medianWallMicros());
        writer.member("tasks_per_second", outcome.tasksPerSecond());
        writer.name("wall_times_us");
        writer.beginArray();
        for (double micros : outcome.wallsMicros()) {
            writer.value(micros);
        }
        writer.endArray();
        if (makespan.isPresent()) {
            writer.member("makespan_us", makespan.get().micros());
        }
        outcome.recorded().conditions().ifPresent(conditions -> ConditionsText.member(conditions, writer));
        writer.member("capture", outcome.capture().toString());
        outcome.last().verification().ifPresent(checked -> writeDifference(writer, checked));
        if (!result.isOk()) {
            writeError(writer, result);
        }
    }

    private boolean isProfilerFree() {
        return plan.config()
                .modelled()
                .filter(time -> time.profile().records().equals(ChipProfile.Records.FREE))
                .isPresent();
    }

    private static void writeRings(JsonWriter writer, RingSizes rings) {
        writer.name("rings").beginObject();
        writeFour(writer, "task_window", rings::taskWindow);
        writeFour(writer, "heap_bytes", rings::heapBytes);
        writeFour(writer, "dependency_pool", rings::dependencyPool);
        writer.endObject();
    }

    private static void writeFour(JsonWriter writer, String name, IntToLongFunction ofRing) {
        writer.name(name).beginArray();
        for (int ring = 0; ring < RingSizes.RINGS; ring++) {
            writer.value(ofRing.applyAsLong(ring));
        }
        writer.endArray();
    }

    private static void writeDifference(JsonWriter writer, Verification checked) {
        writer.member("compared_elements", checked.comparedElements());
        if (checked.difference() != null) {
            writer.name("difference").beginObject();
            writer.member("tensor", checked.difference().tensor());
            writer.member("index", checked.difference().index());
            writer.name("actual").value(Float.valueOf(checked.difference().actual()));
            writer.name("expected").value(Double.valueOf(checked.difference().expected()));
            writer.member("differing", checked.difference().differing());
            writer.endObject();
        }
    }

    private static void writeError(JsonWriter writer, RunResult result) {
        writer.name("error").beginObject();
        writer.member("code", result.errorCode());
        writer.member("name", result.errorName());
        writer.member("sentence", result.sentence());
        Stall stall = result.stall();
        if (stall != null) {
            writer.member("stall", stall.detail().label());
            writer.member("completed", stall.completed());
            writer.member("total", stall.total());
            writer.member("running", stall.running());
            writer.member("ready", stall.ready());
            writer.member("waiting", stall.waiting());
            writer.member("stuck_task", Long.toUnsignedString(stall.stuckTaskId()));
            writer.member("stuck_core", stall.stuckCore());
        }
        writer.endObject();
    }
}
