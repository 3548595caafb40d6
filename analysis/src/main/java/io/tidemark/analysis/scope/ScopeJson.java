package io.tidemark.analysis.scope;

import io.tidemark.analysis.text.JsonWriter;
import java.util.Locale;

/** The scope report as JSON. Pure output, one thread. */
public final class ScopeJson {
    private ScopeJson() {}

    /** Writes members into the object the caller has begun. */
    public static void members(JsonWriter json, ScopeReport report) {
        json.member("schema_version", report.header().version());
        json.member("fatal", report.header().fatal());
        json.member("dropped", report.header().dropped());
        json.member("total", report.header().total());
        json.member("scopes", report.pairs().size());
        json.member("ends_without_begin", report.pairs().endsWithoutBegin());
        json.member("never_ended", report.pairs().openBegins().size());
        json.name("peaks").beginArray();
        for (Peak peak : report.peaks()) {
            json.beginObject().member("resource", peak.resource().name().toLowerCase(Locale.ROOT));
            if (peak.ring() >= 0) {
                json.member("ring", peak.ring());
            }
            json.member("unit", peak.resource().unit())
                    .member("peak", peak.value())
                    .member("capacity", peak.capacity())
                    .member("use", peak.use())
                    .member("site", peak.site())
                    .member("depth", peak.depth())
                    .member("scope", peak.scope())
                    .member("live_at_exit", peak.liveAtExit())
                    .member("allocated", peak.allocated())
                    .endObject();
        }
        json.endArray();
        json.name("smallest").beginObject();
        for (Resource resource : Resource.values()) {
            if (resource.isPerRing() && report.isRecorded(resource)) {
                json.name(resource.flag().substring(2).replace('-', '_')).beginArray();
                report.smallest(resource).forEach(json::value);
                json.endArray();
            }
        }
        json.endObject();
        json.member("flags", report.flags());
    }
}
