package io.tidemark.viewer.resource;

import io.tidemark.analysis.coretime.CorePart;
import io.tidemark.analysis.coretime.CoreTimes;
import io.tidemark.analysis.summary.Hint;
import io.tidemark.analysis.summary.HintPlace;
import io.tidemark.analysis.summary.SummaryReport;
import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.viewer.model.CaptureView;
import io.tidemark.viewer.model.CoreLanes;
import io.tidemark.viewer.model.ShownText;
import java.util.Locale;
import java.util.Optional;

/**
 * Writes hints.json: where the core time went with the longest stretch of each part, and what a
 * person should look at first with the place on the pages that shows it. Stateless.
 */
final class HintsJson {
    private HintsJson() {}

    static byte[] write(CaptureView view, Optional<GapTiles> gaps) {
        SummaryReport report = view.summary().get();
        return JsonBytes.object(json -> {
            report.run().ifPresent(run -> coreTime(json, run.times(), gaps));
            json.name("hints").beginArray();
            for (Hint hint : report.hints()) {
                json.beginObject();
                json.member("sentence", ShownText.of(hint.sentence()));
                json.member("command", ShownText.of(hint.command()));
                place(json, view, hint.place());
                json.endObject();
            }
            json.endArray();
        });
    }

    private static void coreTime(JsonWriter json, CoreTimes times, Optional<GapTiles> gaps) {
        long[][] longest = gaps.map(GapTiles::longest).orElse(new long[CorePart.values().length][]);
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
            if (longest[part.ordinal()] != null) {
                json.name("longest").beginObject();
                json.member("lane", longest[part.ordinal()][0]);
                json.member("begin", longest[part.ordinal()][1]);
                json.member("end", longest[part.ordinal()][2]);
                json.endObject();
            }
            json.endObject();
        }
        json.endArray();
        json.endObject();
    }

    /** Names and cores become numbers of the page; a place the page does not have is left out. */
    private static void place(JsonWriter json, CaptureView view, HintPlace place) {
        int number =
                switch (place.kind()) {
                    case KERNEL -> view.timeline().names().indexOf(ShownText.of(place.name()));
                    case CORE -> view.coreLanes().lane(place.number());
                    default -> 0;
                };
        if (place.kind() != HintPlace.Kind.NONE && number != CoreLanes.NONE) {
            json.name("place").beginObject();
            json.member("kind", place.kind().name().toLowerCase(Locale.ROOT));
            json.member("name", ShownText.of(place.name()));
            json.member("number", number);
            json.endObject();
        }
    }
}
