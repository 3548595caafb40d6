package io.tidemark.cli.capture;

import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.capture.ending.OpenRun;
import io.tidemark.capture.ending.RunEnding;
import io.tidemark.capture.finding.Finding;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.finding.Verdict;
import java.util.Locale;

/** Ending, verdict and findings as members of a JSON object. Pure output. */
final class VerdictJson {
    private VerdictJson() {}

    /** {@code kind} is ok or unknown where nothing is wrong. */
    static void ending(JsonWriter json, RunEnding ending) {
        json.name("ending")
                .beginObject()
                .member("kind", ending.kind().word())
                .member("code", ending.errorCode())
                .member("name", ending.errorName())
                .member("hang_class", ending.hangClass())
                .member("sentence", ending.sentence());
        json.name("open_runs").beginArray();
        for (OpenRun run : ending.openRuns()) {
            json.beginObject()
                    .member("task_id", Long.toUnsignedString(run.taskId()))
                    .member("kernel", run.kernel())
                    .member("core", run.core())
                    .member("begin_tick", run.beginTick())
                    .member("begin", run.beginKind().word())
                    .member("end_tick", run.endTick())
                    .endObject();
        }
        json.endArray().endObject();
    }

    static void member(JsonWriter json, Verdict verdict) {
        json.name("verdict")
                .beginObject()
                .member("kind", verdict.kind().name())
                .member("basis", verdict.basis().name().toLowerCase(Locale.ROOT))
                .member("reason", verdict.reason());
        json.name("gaps").beginArray();
        for (Verdict.Gap gap : verdict.gaps()) {
            json.beginObject()
                    .member("channel", gap.channel())
                    .member("lane", gap.lane())
                    .member("begin_tick", gap.beginTick())
                    .member("end_tick", gap.endTick())
                    .member("missing_records", gap.missingRecords())
                    .member("cause", gap.cause())
                    .endObject();
        }
        json.endArray().endObject();
    }

    static void findings(JsonWriter json, Findings findings) {
        json.name("findings").beginArray();
        for (Finding finding : findings.kept()) {
            json.beginObject()
                    .member("severity", finding.severityWord())
                    .member("file", finding.file())
                    .member("position", finding.position())
                    .member("reason", finding.reason())
                    .endObject();
        }
        json.endArray();
    }
}
