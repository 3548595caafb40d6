package io.tidemark.analysis.overhead;

import io.tidemark.analysis.coretime.CorePart;
import io.tidemark.analysis.coretime.CoreTime;
import io.tidemark.analysis.coretime.CoreTimes;
import io.tidemark.analysis.criticalpath.CriticalPathJson;
import io.tidemark.analysis.text.JsonWriter;

/** The overhead report for programs. Pure output. */
public final class OverheadJson {
    private OverheadJson() {}

    /** Writes the report as one object; parts the capture cannot answer are missing. */
    public static void write(OverheadReport report, JsonWriter json) {
        json.beginObject();
        json.member("label", report.label());
        json.member("compat", report.wording().isCompat());
        json.member("level", report.level());
        json.member("rows", report.rows());
        json.member(report.wording().windowKey(), report.window());
        json.member("limit", report.limit().words());
        report.instants().ifPresent(instants -> instants(instants, json));
        report.times().ifPresent(times -> coreTime(times, json));
        switches(report, json);
        report.head().ifPresent(head -> distribution("head_us", head, json));
        report.tail().ifPresent(tail -> distribution("tail_us", tail, json));
        report.loops().ifPresent(loops -> loops(loops, json));
        report.walk().ifPresent(walk -> walk.write(json));
        report.path().ifPresent(path -> {
            json.name("critical_path");
            CriticalPathJson.write(path, false, json);
        });
        json.name("notes").beginArray();
        report.notes().forEach(json::value);
        json.endArray().endObject();
    }

    private static void instants(InstantShares instants, JsonWriter json) {
        json.name("moments_percent").beginObject();
        for (int type = 0; type < instants.types().size(); type++) {
            json.member(instants.types().get(type).word(), instants.byEngine().get(type));
        }
        json.member("all", instants.all());
        json.member("has", instants.some());
        json.endObject();
    }

    private static void coreTime(CoreTimes times, JsonWriter json) {
        json.member("core_time_ns", times.coreNanos());
        json.name("core_time").beginObject();
        for (CorePart part : CorePart.values()) {
            json.member(part.key(), times.share(part));
        }
        json.endObject();
        json.name("core_time_percent").beginArray();
        for (CoreTime engine : times.engines()) {
            json.beginObject();
            json.member("engine", engine.type().word());
            json.member("cores", engine.cores());
            for (CorePart part : CorePart.values()) {
                json.member(part.key(), 100 * engine.share(part));
            }
            json.endObject();
        }
        json.endArray();
    }

    private static void switches(OverheadReport report, JsonWriter json) {
        json.name("switches").beginArray();
        for (EngineSwitches engine : report.switches()) {
            json.beginObject();
            json.member("engine", engine.type().word());
            json.member("cores", engine.cores());
            json.member("least_us", engine.least());
            json.member("mean_us", engine.meanPerCore());
            json.member("most_us", engine.most());
            json.member("events", engine.events());
            json.member("us_per_event", engine.meanPerEvent());
            json.member("with_ready_work_percent", engine.readyPercent());
            json.endObject();
        }
        json.endArray();
    }

    private static void distribution(String name, Distribution values, JsonWriter json) {
        json.name(name).beginObject();
        json.member("count", values.count());
        for (int percent : Distribution.PERCENTILES) {
            json.member("p" + percent, values.percentile(percent));
        }
        json.member("max", values.largest());
        json.member("mean", values.mean());
        json.member("total", values.total());
        json.endObject();
    }

    private static void loops(SchedulerLoops loops, JsonWriter json) {
        json.name("scheduler").beginObject();
        json.name("threads").beginArray();
        for (SchedulerLoops.ThreadLoops thread : loops.threads()) {
            json.beginObject();
            json.member("thread", thread.thread());
            json.member("loops", thread.loops());
            json.member("tasks", thread.completed());
            json.member("total_us", thread.total());
            json.endObject();
        }
        json.endArray();
        json.name("phases_us").beginObject();
        loops.phases().forEach(phase -> json.member(phase.word(), phase.total()));
        json.member("idle", loops.idle());
        json.endObject();
        json.member("finishes", loops.finishes());
        json.member("pop_hits", loops.popHits());
        json.member("pop_misses", loops.popMisses());
        json.member("fan_out_edges", loops.fanOutEdges());
        json.member("largest_fan_out", loops.largestFanOut());
        json.member("fan_in_edges", loops.fanInEdges());
        json.member("largest_fan_in", loops.largestFanIn());
        json.endObject();
    }
}
