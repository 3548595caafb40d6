package io.tidemark.analysis.deps;

import io.tidemark.analysis.text.JsonWriter;
import java.util.BitSet;
import java.util.Locale;

/** The graph as JSON for programs. Task ids are decimal strings. */
public final class DepsJson {
    private DepsJson() {}

    /** Writes members into the object the caller has begun. */
    public static void members(JsonWriter json, DepsReport report) {
        EdgeSelection selection = report.selection();
        TaskGraph graph = report.graph();
        json.member("edge_mode", selection.mode().name().toLowerCase(Locale.ROOT));
        json.member("node_count", graph.nodeCount());
        json.member("edge_count", graph.edgeCount());
        json.member("annotated_edge_count", report.source().edges().size());
        json.member("implied_edge_count", selection.redundant().cardinality());
        json.member("longest_chain", report.depth());
        if (report.order().hasCycle()) {
            json.name("cycle").beginArray();
            for (int node : report.order().cycle()) {
                json.value(Long.toUnsignedString(graph.id(node)));
            }
            json.endArray();
        }
        nodes(json, report);
        edges(json, report);
    }

    private static void nodes(JsonWriter json, DepsReport report) {
        NodeLabels labels = report.labels();
        int[] fanIn = report.shownFanIn();
        int[] fanOut = report.shownFanOut();
        json.name("tasks").beginArray();
        for (int node = 0; node < report.graph().nodeCount(); node++) {
            json.beginObject()
                    .member("task_id", Long.toUnsignedString(report.graph().id(node)))
                    .member("label", labels.task(node))
                    .member("kind", labels.kindWord(node))
                    .member("kernel", labels.kernel(node))
                    .member("cores", labels.cores(node))
                    .member("blocks", labels.blocks(node))
                    .member("fan_in", fanIn[node])
                    .member("fan_out", fanOut[node])
                    .endObject();
        }
        json.endArray();
    }

    private static void edges(JsonWriter json, DepsReport report) {
        TaskGraph graph = report.graph();
        BitSet shown = report.selection().shown();
        json.name("edges").beginArray();
        for (int edge = shown.nextSetBit(0); edge >= 0; edge = shown.nextSetBit(edge + 1)) {
            json.beginObject()
                    .member("pred", Long.toUnsignedString(graph.id(graph.producer(edge))))
                    .member("succ", Long.toUnsignedString(graph.id(graph.consumer(edge))))
                    .member("why", report.reasons().text(edge))
                    .member("implied", report.selection().redundant().get(edge))
                    .endObject();
        }
        json.endArray();
    }
}
