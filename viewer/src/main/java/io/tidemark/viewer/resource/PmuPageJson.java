package io.tidemark.viewer.resource;

import io.tidemark.analysis.pmu.ChipRates;
import io.tidemark.analysis.pmu.KernelCounters;
import io.tidemark.analysis.pmu.PmuReport;
import io.tidemark.analysis.pmu.Roofline;
import io.tidemark.analysis.pmu.Spread;
import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.viewer.model.CaptureView;
import io.tidemark.viewer.model.PmuSource;
import io.tidemark.viewer.model.ShownText;

/**
 * Writes pmu.json: per kernel the mean, least and greatest of each counter, and how near it came to
 * what its core can do. Stateless.
 */
final class PmuPageJson {
    private PmuPageJson() {}

    static byte[] write(CaptureView view, PmuSource source) {
        PmuReport report = source.get();
        return JsonBytes.object(json -> {
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
            roofline(json, view, source.roofline());
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

    private static void roofline(JsonWriter json, CaptureView view, Roofline roofline) {
        json.name("roofline").beginObject();
        roofline.rates().ifPresent(rates -> {
            json.member("profile", ShownText.of(rates.profile()));
            json.name("roofs").beginArray();
            roof(json, "aic", rates.matrix());
            roof(json, "aiv", rates.vector());
            json.endArray();
        });
        json.name("kernels").beginArray();
        for (Roofline.Entry entry : roofline.kernels()) {
            json.beginObject();
            json.member("kernel", view.kernelNameById().indexOf(entry.functionId()));
            json.member("name", ShownText.of(entry.name()));
            json.member("cores", entry.cores());
            json.member("runs", entry.runs());
            json.member("bytesPerNano", entry.bytesPerNano());
            json.member("operationsPerNano", entry.operationsPerNano());
            json.member("intensity", entry.intensity());
            json.member("ofMemory", entry.ofMemory());
            json.member("ofArithmetic", entry.ofArithmetic());
            json.member("pipe", entry.pipe());
            json.member("ofPipe", entry.ofPipe());
            json.endObject();
        }
        json.endArray();
        json.name("limits").beginArray();
        roofline.limits().forEach(json::value);
        json.endArray();
        json.endObject();
    }

    private static void roof(JsonWriter json, String cores, ChipRates.Core roof) {
        json.beginObject();
        json.member("cores", cores);
        json.member("bytesPerNano", roof.bytesPerNano());
        json.member("operationsPerNano", roof.operationsPerNano());
        json.endObject();
    }
}
