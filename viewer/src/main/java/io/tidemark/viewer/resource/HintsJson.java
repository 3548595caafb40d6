package io.tidemark.viewer.resource;

import io.tidemark.analysis.summary.Hint;
import io.tidemark.analysis.summary.SummaryReport;
import io.tidemark.viewer.model.ShownText;

/**
 * Writes hints.json: what a person should look at first, and the command that shows more.
 * Stateless.
 */
final class HintsJson {
    private HintsJson() {}

    static byte[] write(SummaryReport report) {
        return Json.object(
                json -> {
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
