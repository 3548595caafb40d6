package io.tidemark.viewer.resource;

import io.tidemark.analysis.coretime.CorePart;
import io.tidemark.analysis.coretime.CoreTimes;
import io.tidemark.analysis.summary.Hint;
import io.tidemark.analysis.summary.SummaryReport;
import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.viewer.model.ShownText;

/**
 * Writes hints.json: where the core time went, what a person should look at first, and the command
 * that shows more. Stateless.
 */
final class HintsJson {
    private HintsJson() {}

    private static void coreTime(JsonWriter json, CoreTimes times) {
        json.name("coreTime").beginObject();
        json.member("makespanNanos", times.makespan().nanos());
        json.member("coreNanos", times.coreNanos());
        json.member("usedCores", times.used().size());
        json.name("parts").beginArray();
        for (CorePart part : CorePart.values()) {
            json.beginObject();
            json.member("key", part.key());
            json.member("words", part.words());
            json.member("nanos", times.nanos(part));
            json.member("share", times.share(part));
            json.endObject();
        }
        json.endArray();
        json.endObject();
    }

    static byte[] write(SummaryReport report) {
        return JsonBytes.object(
                json -> {
                    report.run().ifPresent(run -> coreTime(json, run.times()));
                    json.name("hints").beginArray();
                    for (Hint hint : report.hints()) {
                        json.beginObject();
                        json.member("sentence", ShownText.of(hint.sentence()));
                        json.member("command", ShownText.of(hint.command()));
                        json.endObject();
                    }
                    json.endArray();
                });
    }
}
