package io.tidemark.viewer.resource;

import io.tidemark.analysis.pmu.KernelCounters;
import io.tidemark.analysis.pmu.PmuReport;
import io.tidemark.analysis.pmu.Spread;
import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.viewer.model.ShownText;

/** Writes pmu.json: per kernel the mean, least and greatest of each counter. Stateless. */
final class PmuPageJson {
    private PmuPageJson() {}

    static byte[] write(PmuReport report) {
        return JsonBytes.object(
                json -> {
                    json.member("rows", report.rows());
                    json.member("measuredNothing", report.measuredNothing());
                    json.member("cyclesDead", report.cyclesDead());
                    json.name("groups").beginArray();
                    report.eventGroups().forEach(group -> json.value(ShownText.of(group)));
                    json.endArray();
                    json.name("counters").beginArray();
                    report.counterNames().forEach(name -> json.value(ShownText.of(name)));
                    json.endArray();
                    json.name("dead").beginArray();
                    report.dead().forEach(json::value);
                    json.endArray();
                    json.name("kernels").beginArray();
                    report.kernels().forEach(kernel -> kernel(json, kernel));
                    json.endArray();
                });
    }

    private static void kernel(JsonWriter json, KernelCounters kernel) {
        json.beginObject();
        json.member("name", ShownText.of(kernel.name()));
        json.member("cores", kernel.cores());
        json.name("cycles");
        spread(json, kernel.cycles());
        json.name("counters").beginArray();
        kernel.counters().forEach(counter -> spread(json, counter));
        json.endArray();
        json.endObject();
    }

    /** [how many runs, mean, least, greatest]. */
    private static void spread(JsonWriter json, Spread spread) {
        json.beginArray();
        json.value(spread.count());
        json.value(spread.mean());
        json.value(spread.least());
        json.value(spread.most());
        json.endArray();
    }
}
