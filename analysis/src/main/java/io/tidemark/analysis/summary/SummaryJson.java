package io.tidemark.analysis.summary;

import io.tidemark.analysis.coretime.CorePart;
import io.tidemark.analysis.coretime.CoreTime;
import io.tidemark.analysis.text.JsonWriter;

/** The summary as JSON. Pure output, one thread. */
public final class SummaryJson {
    private SummaryJson() {}

    /** Writes members into the object the caller has begun. */
    public static void members(JsonWriter json, SummaryReport report) {
        json.name("contents").beginArray();
        report.contents().forEach(json::value);
        json.endArray();
        report.run().ifPresent(run -> run(json, run));
        json.name("hints").beginArray();
        for (Hint hint : report.hints()) {
            json.beginObject()
                    .member("sentence", hint.sentence())
                    .member("command", hint.commandLine(report.capture()))
                    .endObject();
        }
        json.endArray();
    }

    private static void run(JsonWriter json, SummaryReport.Run run) {
        json.member("era", run.era().name());
        json.member("level", run.level());
        json.member("makespan_ns", run.makespanNanos());
        json.member("tasks", run.tasks());
        json.member("runs", run.times().runs());
        json.member("cores_used", run.usedCores().size());
        json.member("core_time_ns", run.times().coreNanos());
        json.member("scheduler_share", run.schedulerShare());
        json.name("core_time").beginObject();
        for (CorePart part : CorePart.values()) {
            json.member(part.key(), run.share(part));
        }
        json.endObject();
        json.name("kernels").beginArray();
        for (KernelTime kernel : run.kernels()) {
            json.beginObject()
                    .member("name", kernel.name())
                    .member("cores", kernel.cores())
                    .member("count", kernel.count())
                    .member("total_ns", kernel.totalNanos())
                    .member("mean_ns", kernel.meanNanos())
                    .member("p50_ns", kernel.medianNanos())
                    .member("p99_ns", kernel.p99Nanos())
                    .member("share_of_core_time", kernel.coreShare())
                    .member("share_of_makespan", kernel.makespanShare())
                    .endObject();
        }
        json.endArray();
        json.name("cores").beginArray();
        run.cores().forEach(core -> core(json, core));
        json.endArray();
        json.name("schedulers").beginArray();
        for (SchedulerTime scheduler : run.schedulers()) {
            json.beginObject().member("thread", scheduler.thread()).member("busy_ns", scheduler.busyNanos());
            scheduler.nanosByPhase().forEach((phase, nanos) -> json.member(phase + "_ns", nanos));
            json.endObject();
        }
        json.endArray();
    }

    private static void core(JsonWriter json, CoreTime core) {
        json.beginObject()
                .member("core", core.core())
                .member("type", core.type().word())
                .member("tasks", core.runs());
        for (CorePart part : CorePart.values()) {
            json.member(part.key(), core.share(part));
        }
        json.endObject();
    }
}
