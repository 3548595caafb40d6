package io.tidemark.cli;

import io.tidemark.abi.DfxFlags;
import io.tidemark.analysis.text.Units;
import io.tidemark.capture.certificate.Certificate.Damaged;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RuntimeKind;
import io.tidemark.runtime.Stall;
import io.tidemark.runtime.TaskTiming;
import io.tidemark.workloads.Verification;
import java.io.PrintWriter;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;

/** Tells people and programs how a run went. */
final class RunReport {
    private final RunOutcome outcome;
    private final DfxFlags flags;

    /**
     * @param flags what was to be recorded
     */
    RunReport(RunOutcome outcome, DfxFlags flags) {
        this.outcome = outcome;
        this.flags = flags;
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
                3 * outcome.clusters(),
                outcome.runtime() == RuntimeKind.HBG
                        ? "graph built on the host, 1 resolver"
                        : "1 orchestrator",
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
            return outcome.recorded().verdict().line();
        }
        return flags.bits() == 0
                ? "nothing was recorded: no channel was on; --chip-swimlane turns one on, 'tidemark"
                        + " run --help' names the others"
                : "nothing was recorded: the run ended before the round that was to be";
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
                "makespan",
                "%s, %,.0f tasks per second",
                Units.micros(outcome.medianMakespanMicros()),
                outcome.tasksPerSecond());
        if (outcome.rounds().size() > 1) {
            line(
                    out,
                    "rounds",
                    "%d, makespan above is the median, slowest over fastest %.2f",
                    outcome.rounds().size(),
                    outcome.spread());
        }
    }

    private String verdict() {
        RunResult result = outcome.last().result();
        if (!result.isOk()) {
            return "FAILED: " + result.sentence();
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
        writer.writeNumberProperty("makespan_us", outcome.medianMakespanMicros());
        writer.writeNumberProperty("tasks_per_second", outcome.tasksPerSecond());
        writer.writeName("makespans_us");
        double[] spans = outcome.makespansMicros();
        writer.writeArray(spans, 0, spans.length);
        writer.writeStringProperty("capture", outcome.capture().toString());
        outcome.last().verification().ifPresent(checked -> writeDifference(writer, checked));
        if (!result.isOk()) {
            writeError(writer, result);
        }
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
