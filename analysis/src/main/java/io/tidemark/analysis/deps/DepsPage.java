package io.tidemark.analysis.deps;

import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.analysis.text.Page;
import java.io.IOException;
import java.io.Writer;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The graph as one page that needs no network: pan, zoom, search, and who waits for whom. The page
 * draws on a canvas, so five thousand nodes move smoothly. Pure output, one thread.
 */
public final class DepsPage {
    private DepsPage() {}

    /**
     * @param alarm what to say of the run below the title; empty when it ended well
     */
    public static void write(DepsReport report, String title, String alarm, Writer out) throws IOException {
        LayeredLayout layout = LayeredLayout.of(
                report.graph(), report.order(), report.selection().shown());
        Page.of("deps.html").title(title).alarm(alarm).write(out, json -> members(json, report, layout));
    }

    private static void members(JsonWriter json, DepsReport report, LayeredLayout layout) {
        TaskGraph graph = report.graph();
        NodeLabels labels = report.labels();
        Map<String, Integer> names = new LinkedHashMap<>();
        json.member("mode", report.selection().mode().name().toLowerCase(Locale.ROOT));
        json.member("edgeCount", graph.edgeCount());
        json.member("implied", report.selection().redundant().cardinality());
        json.name("rows").beginArray();
        for (int size : layout.rowSizes()) {
            json.value(size);
        }
        json.endArray();
        json.name("nodes").beginArray();
        for (int node = 0; node < graph.nodeCount(); node++) {
            String kernel = labels.kernel(node);
            int name = names.computeIfAbsent(kernel, key -> names.size());
            json.beginArray()
                    .value(labels.task(node))
                    .value(labels.cores(node))
                    .value(name)
                    .value(labels.blocks(node))
                    .value(layout.row()[node])
                    .value(layout.column()[node])
                    .endArray();
        }
        json.endArray();
        json.name("names").beginArray();
        names.keySet().forEach(json::value);
        json.endArray();
        edges(json, report);
    }

    private static void edges(JsonWriter json, DepsReport report) {
        BitSet shown = report.selection().shown();
        json.name("edges").beginArray();
        for (int edge = shown.nextSetBit(0); edge >= 0; edge = shown.nextSetBit(edge + 1)) {
            json.beginArray()
                    .value(report.graph().producer(edge))
                    .value(report.graph().consumer(edge))
                    .value(report.reasons().text(edge))
                    .endArray();
        }
        json.endArray();
    }
}
