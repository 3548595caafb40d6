package io.tidemark.analysis.diff.report;

import io.tidemark.abi.TaskId;
import io.tidemark.analysis.coretime.CorePart;
import io.tidemark.analysis.diff.DiffReport;
import io.tidemark.analysis.diff.Limit;
import io.tidemark.analysis.diff.align.Alignment;
import io.tidemark.analysis.diff.noise.Change;
import io.tidemark.analysis.diff.noise.KernelChange;
import io.tidemark.analysis.diff.split.CoreTimeSplit;
import io.tidemark.analysis.diff.split.Part;
import io.tidemark.analysis.diff.split.Split;
import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.analysis.text.Plain;
import io.tidemark.capture.model.CaptureModel;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** A comparison for programs; {@code docs/guide/diff.md} describes its members. Pure output. */
public final class DiffJson {
    /** Raised when a member changes its meaning or goes away; new members do not raise it. */
    public static final int SCHEMA = 1;

    private static final int MOST_TASKS = 1000; // of those that only one run has

    private final UnaryOperator<String> shown;

    private DiffJson(UnaryOperator<String> shown) {
        this.shown = shown;
    }

    /** Writes the members of an open object. */
    public static void members(DiffReport report, List<Gate.Answer> gates, JsonWriter json) {
        members(report, gates, UnaryOperator.identity(), json);
    }

    /** The same with names of kernels and captures as {@code shown} makes them. */
    public static void members(
            DiffReport report, List<Gate.Answer> gates, UnaryOperator<String> shown, JsonWriter json) {
        new DiffJson(shown).write(report, gates, json);
    }

    private void write(DiffReport report, List<Gate.Answer> gates, JsonWriter json) {
        json.member("schema", SCHEMA);
        side("before", report.before(), json);
        side("after", report.after(), json);
        json.member("comparable", report.isComparable());
        json.member("difference_ns", report.split().differenceNanos())
                .member("residual_ns", report.split().residualNanos());
        json.name("parts").beginArray();
        for (Part part : report.split().parts()) {
            part(report, part, json);
        }
        json.endArray();
        steps(report, json);
        json.name("makespan");
        change(report.makespanShare(), json);
        json.member("noise", report.basis());
        alignment(report.alignment(), json);
        json.name("kernels").beginArray();
        for (KernelChange kernel : report.kernels().kernels()) {
            json.beginObject()
                    .member("kernel", shown.apply(kernel.kernel()))
                    .member("tasks", kernel.tasks())
                    .member("before_ns", kernel.beforeNanos())
                    .member("after_ns", kernel.afterNanos())
                    .name("change");
            change(kernel.change(), json);
            json.endObject();
        }
        json.endArray();
        json.name("all_kernels");
        change(report.kernels().shared(), json);
        json.name("kinds_of_cores").beginArray();
        report.kernels().kinds().forEach((kind, change) -> {
            json.beginObject().member("kind", kind.word()).name("change");
            change(change, json);
            json.endObject();
        });
        json.endArray();
        coreTime(report.coreTime(), json);
        json.name("limits").beginArray();
        for (Limit limit : report.limits()) {
            json.beginObject()
                    .member("side", limit.side())
                    .member("about", limit.about())
                    .member("obstacle", limit.isObstacle())
                    .member("sentence", Plain.line(limit.sentence()))
                    .endObject();
        }
        json.endArray();
        json.name("gates").beginArray();
        gates.forEach(answer -> gate(answer, json));
        json.endArray();
    }

    private void side(String name, DiffReport.Side side, JsonWriter json) {
        json.name(name).beginObject();
        json.member("makespan_ns", side.makespanNanos()[side.chosen()])
                .member("capture", shown.apply(side.labels().get(side.chosen())));
        json.name("runs").beginArray();
        for (int run = 0; run < side.size(); run++) {
            json.beginObject()
                    .member("capture", shown.apply(side.labels().get(run)))
                    .member("makespan_ns", side.makespanNanos()[run])
                    .endObject();
        }
        json.endArray().endObject();
    }

    private void part(DiffReport report, Part part, JsonWriter json) {
        json.beginObject().member("cause", part.cause().key());
        if (!part.kernel().isEmpty()) {
            json.member("kernel", shown.apply(part.kernel()));
        }
        json.member("ns", part.nanos()).member("steps", part.steps()).member("verdict", word(report.verdict(part)));
        json.name("tasks").beginArray();
        for (Part.Behind behind : part.largest()) {
            json.beginObject();
            if (behind.before() != TaskId.NONE) {
                json.member("before", Long.toUnsignedString(behind.before()));
            }
            if (behind.after() != TaskId.NONE) {
                json.member("after", Long.toUnsignedString(behind.after()));
            }
            json.member("kernel", shown.apply(behind.kernel()))
                    .member("ns", behind.nanos())
                    .endObject();
        }
        json.endArray().endObject();
    }

    private void steps(DiffReport report, JsonWriter json) {
        json.name("steps").beginArray();
        for (Split.ComparedStep step : report.split().steps()) {
            json.beginObject()
                    .member("before", Long.toUnsignedString(step.before()))
                    .member("after", Long.toUnsignedString(step.after()))
                    .member("kernel", shown.apply(step.kernel()))
                    .member("before_start_ns", step.beforeStart())
                    .member("before_end_ns", step.beforeEnd())
                    .member("after_start_ns", step.afterStart())
                    .member("after_end_ns", step.afterEnd())
                    .endObject();
        }
        json.endArray();
    }

    private static String word(Change.Verdict verdict) {
        return verdict.name().toLowerCase(Locale.ROOT);
    }

    private static void change(Change change, JsonWriter json) {
        json.beginObject().member("share", change.value());
        if (change.hasInterval()) {
            json.member("low", change.low()).member("high", change.high());
        }
        json.member("verdict", word(change.verdict())).endObject();
    }

    private void alignment(Alignment alignment, JsonWriter json) {
        int[] added = alignment.added();
        int[] removed = alignment.removed();
        json.name("tasks")
                .beginObject()
                .member("matched_by", alignment.basis().key())
                .name("known_by")
                .beginArray();
        for (Alignment.Mark mark : alignment.marks()) {
            json.value(mark.key());
        }
        json.endArray()
                .member("before", alignment.tasksBefore())
                .member("after", alignment.tasksAfter())
                .member("both", alignment.pairs())
                .member("changed", alignment.changedPairs());
        for (Alignment.Change change : Alignment.Change.values()) {
            json.member("changed_" + change.name().toLowerCase(Locale.ROOT), alignment.changedPairs(change));
        }
        json.member("added", added.length).member("removed", removed.length);
        tasks("added_tasks", added, alignment.after(), json);
        tasks("removed_tasks", removed, alignment.before(), json);
        json.endObject();
    }

    private void tasks(String name, int[] tasks, CaptureModel model, JsonWriter json) {
        json.name(name).beginArray();
        for (int at = 0; at < Math.min(tasks.length, MOST_TASKS); at++) {
            json.beginObject()
                    .member("task", Long.toUnsignedString(model.tasks().taskId(tasks[at])))
                    .member("kernel", shown.apply(model.names().of(model.kernelOf(tasks[at]))))
                    .endObject();
        }
        json.endArray();
    }

    private void coreTime(CoreTimeSplit split, JsonWriter json) {
        json.name("core_time")
                .beginObject()
                .member("before_ns", split.beforeNanos())
                .member("after_ns", split.afterNanos())
                .member("difference_ns", split.differenceNanos())
                .member("residual_ns", split.residualNanos());
        json.name("kernels").beginArray();
        for (CoreTimeSplit.KernelTime time : split.kernels()) {
            json.beginObject()
                    .member("kernel", shown.apply(time.kernel()))
                    .member("before_ns", time.beforeNanos())
                    .member("after_ns", time.afterNanos())
                    .member("both_ns", time.sameNanos())
                    .member("added_ns", time.addedNanos())
                    .member("removed_ns", time.removedNanos())
                    .endObject();
        }
        json.endArray().name("waits").beginArray();
        for (CoreTimeSplit.IdleTime time : split.idle()) {
            json.beginObject()
                    .member("part", time.part().key())
                    .member("before_ns", time.beforeNanos())
                    .member("after_ns", time.afterNanos())
                    .endObject();
        }
        json.endArray().name("cores").beginArray();
        for (CoreTimeSplit.LaneTime lane : split.lanes()) {
            json.beginObject().member("core", lane.core()).member("difference_ns", lane.differenceNanos());
            for (CorePart part : CorePart.values()) {
                json.member(part.key() + "_ns", lane.differenceNanos(part));
            }
            json.endObject();
        }
        json.endArray().endObject();
    }

    private void gate(Gate.Answer answer, JsonWriter json) {
        json.beginObject().member("gate", answer.gate().kernel().isEmpty() ? "makespan" : "kernel");
        if (!answer.gate().kernel().isEmpty()) {
            json.member("kernel", answer.gate().kernel());
        }
        json.member("limit", answer.gate().limit())
                .member("outcome", answer.outcome().name().toLowerCase(Locale.ROOT))
                .member("sentence", answer.sentence())
                .endObject();
    }
}
