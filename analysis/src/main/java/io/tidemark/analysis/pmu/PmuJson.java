package io.tidemark.analysis.pmu;

import io.tidemark.analysis.text.JsonWriter;

/** Counters as JSON; a counter that was not measured is null, never zero. Pure output. */
public final class PmuJson {
    private PmuJson() {}

    /** Writes members into the object the caller has begun. */
    public static void members(JsonWriter json, PmuReport report) {
        json.member("subtasks", report.rows());
        json.name("event_groups").beginArray();
        report.eventGroups().forEach(json::value);
        json.endArray();
        json.name("not_on_this_platform").beginArray();
        report.dead().forEach(at -> json.value(report.counterNames().get(at)));
        if (report.cyclesDead()) {
            json.value("pmu_total_cycles");
        }
        json.endArray();
        json.name("kernels").beginArray();
        for (KernelCounters kernel : report.kernels()) {
            json.beginObject()
                    .member("func_id", kernel.functionId())
                    .member("name", kernel.name())
                    .member("cores", kernel.cores())
                    .member("subtasks", kernel.count());
            json.name("counters").beginObject();
            spread(json, "pmu_total_cycles", kernel.cycles(), report.cyclesDead());
            for (int counter = 0; counter < report.counterNames().size(); counter++) {
                spread(
                        json,
                        report.counterNames().get(counter),
                        kernel.counters().get(counter),
                        report.dead().contains(counter)
                                || kernel.counters().get(counter).count() == 0);
            }
            json.endObject().endObject();
        }
        json.endArray();
    }

    private static void spread(JsonWriter json, String name, Spread spread, boolean unknown) {
        if (unknown) {
            json.member(name, (String) null);
            return;
        }
        json.name(name)
                .beginObject()
                .member("mean", spread.mean())
                .member("deviation", spread.deviation())
                .member("least", spread.least())
                .member("most", spread.most())
                .endObject();
    }
}
