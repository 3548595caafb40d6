package io.tidemark.analysis.scope;

import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.analysis.text.Numbers;
import io.tidemark.analysis.text.Page;
import io.tidemark.capture.column.IntColumn;
import io.tidemark.capture.column.StringIndex;
import java.io.IOException;
import java.io.Writer;

/**
 * Peaks and one chart per ring, resource and metric on a page that needs no network. The page
 * carries numbers, not drawings, so a hundred thousand scopes stay a small file. Pure output, one
 * thread.
 */
public final class ScopePage {
    private static final double BYTES_PER_MEBIBYTE = 1 << 20;

    private final ScopeReport report;
    private final StringIndex sites = new StringIndex(1 << 16);

    private ScopePage(ScopeReport report) {
        this.report = report;
    }

    /**
     * @param alarm what to say of the run below the title; empty when it ended well
     */
    public static void write(ScopeReport report, String title, String alarm, Writer out) throws IOException {
        Page.of("scopes.html").title(title).alarm(alarm).write(out, new ScopePage(report)::members);
    }

    private void members(JsonWriter json) {
        json.member("head", report.head());
        json.member("flags", report.flags());
        json.name("peaks").beginArray();
        for (Peak peak : report.peaks()) {
            json.beginObject().member("risk", peak.risk()).name("cells").beginArray();
            json.value(peak.resource().words());
            json.value(peak.ring() < 0 ? "all" : String.valueOf(peak.ring()));
            json.value(peak.resource().amount(peak.value()));
            json.value(peak.capacity() > 0 ? peak.resource().amount(peak.capacity()) : "n/a");
            json.value(Double.isNaN(peak.use()) ? "n/a" : Numbers.fixed(peak.use() * 100, 2) + " %");
            json.value(peak.site());
            json.value(String.valueOf(peak.depth()));
            json.endArray().endObject();
        }
        json.endArray();
        json.name("groups").beginArray();
        report.peaks().stream().filter(ScopePage::isUsed).forEach(peak -> group(json, peak));
        json.endArray();
        json.name("unused").beginArray();
        report.peaks().stream().filter(peak -> !isUsed(peak)).forEach(peak -> json.value(title(peak)));
        json.endArray();
        json.name("sites").beginArray();
        for (int site = 0; site < sites.size(); site++) {
            json.value(sites.text(site));
        }
        json.endArray();
    }

    private static boolean isUsed(Peak peak) {
        return peak.value() != 0 || peak.liveAtExit() != 0 || peak.allocated() != 0;
    }

    private static String title(Peak peak) {
        String where = peak.ring() < 0 ? "all rings" : "ring " + peak.ring();
        return peak.resource().words() + ", " + where;
    }

    private void group(JsonWriter json, Peak peak) {
        json.beginObject().member("title", title(peak));
        json.name("charts").beginArray();
        for (Metric metric : Metric.values()) {
            if (peak.resource().isPerRing() || metric == Metric.LIVE_AT_EXIT) {
                chart(json, peak, metric);
            }
        }
        json.endArray().endObject();
    }

    private void chart(JsonWriter json, Peak peak, Metric metric) {
        ScopePairs pairs = report.pairs();
        boolean heap = peak.resource() == Resource.HEAP;
        double unit = heap ? BYTES_PER_MEBIBYTE : 1;
        IntColumn siteOf = new IntColumn();
        long most = Long.MIN_VALUE;
        int mostAt = 0;
        json.beginObject().member("title", metric.words());
        json.member("unit", heap ? "MiB" : peak.resource().unit());
        json.member("capacity", peak.capacity() / unit);
        json.name("values").beginArray();
        for (int pair = 0; pair < pairs.size(); pair++) {
            if (peak.ring() >= 0 && pairs.ring(pair) != peak.ring()) {
                continue;
            }
            long value = pairs.value(pair, peak.resource(), metric);
            if (value > most) {
                most = value;
                mostAt = siteOf.size();
            }
            siteOf.add(sites.add(pairs.site(pair)));
            if (heap) {
                json.value(value / unit);
            } else {
                json.value(value);
            }
        }
        json.endArray();
        json.member("peak", most / unit).member("peakAt", mostAt).name("sites").beginArray();
        for (int at = 0; at < siteOf.size(); at++) {
            json.value(siteOf.get(at));
        }
        json.endArray().endObject();
    }
}
