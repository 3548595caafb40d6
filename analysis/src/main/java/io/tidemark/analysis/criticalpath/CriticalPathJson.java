package io.tidemark.analysis.criticalpath;

import io.tidemark.analysis.coretime.CorePart;
import io.tidemark.analysis.text.JsonWriter;
import java.util.Map;

/** The report for programs. Pure output. */
public final class CriticalPathJson {
    private CriticalPathJson() {}

    /** Writes the report as one object; {@code withTasks} lists the tasks of both paths. */
    public static void write(CriticalPathReport report, boolean withTasks, JsonWriter json) {
        json.beginObject();
        json.member("label", report.label());
        json.member("compat", report.wording().isCompat());
        json.member("level", report.level());
        json.member("tasks", report.taskCount());
        json.member("tasks_without_rows", report.untimedCount());
        json.member("dependencies", report.edgeCount());
        json.member("dependencies_not_kept", report.brokenEdges());
        json.name("cycle").beginArray();
        report.cycle().forEach(json::value);
        json.endArray();
        json.member("makespan_us", report.micros(report.makespan()));
        json.name("static").beginObject();
        json.member("length_us", report.micros(report.staticLength()));
        json.member("percent", report.percent(report.staticLength()));
        json.member("tasks", report.staticPath().size());
        if (withTasks) {
            json.name("task_ids").beginArray();
            report.staticPath().forEach(id -> json.value(Long.toUnsignedString(id)));
            json.endArray();
        }
        json.endObject();
        json.name("observed").beginObject();
        json.member("compute_us", report.micros(report.compute()));
        json.member("compute_percent", report.percent(report.compute()));
        json.member("stall_us", report.micros(report.stall()));
        json.member("stall_percent", report.percent(report.stall()));
        json.name("stall_us_by_link").beginObject();
        for (Map.Entry<PathStep.Link, Long> link : report.stallByLink().entrySet()) {
            json.member(report.wording().key().apply(link.getKey()), report.micros(link.getValue()));
        }
        json.endObject();
        json.name("stall_us_by_cause").beginObject();
        for (CorePart part : PathStep.STALL_PARTS) {
            json.member(part.key(), report.micros(report.sum(step -> step.stall(part))));
        }
        json.endObject();
        json.member("tasks", report.steps().size());
        if (withTasks) {
            steps(report, json);
        }
        json.endObject();
        json.name("notes").beginArray();
        report.notes().forEach(json::value);
        json.endArray().endObject();
    }

    private static void steps(CriticalPathReport report, JsonWriter json) {
        json.name("steps").beginArray();
        for (PathStep step : report.steps()) {
            json.beginObject();
            json.member("task_id", Long.toUnsignedString(step.taskId()));
            json.member("kernel", step.name());
            json.member("core", step.core());
            json.member("runs", step.runs());
            json.member("start_us", report.micros(step.start()));
            json.member("task_us", report.micros(step.duration()));
            json.member("compute_us", report.micros(step.compute()));
            json.member("stall_us", report.micros(step.stall()));
            if (step.stall() > 0) {
                json.member("link", report.wording().key().apply(step.link()));
            }
            for (CorePart part : PathStep.STALL_PARTS) {
                json.member(part.key() + "_us", report.micros(step.stall(part)));
            }
            json.endObject();
        }
        json.endArray();
    }
}
