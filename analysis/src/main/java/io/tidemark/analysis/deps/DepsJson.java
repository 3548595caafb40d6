package io.tidemark.analysis.deps;

import io.tidemark.analysis.text.JsonWriter;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/** The graph, and the races if asked for, as JSON for programs. Task ids are decimal strings. */
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

    /** Writes members into the object the caller has begun. */
    public static void races(JsonWriter json, DepsReport report, RaceReport found) {
        json.member("buffers", found.buffers());
        json.member("accesses", found.accesses());
        json.member("no_dep_accesses", found.noDep());
        json.member("unresolved_accesses", found.unresolved());
        json.member("stopped_early", found.stoppedEarly());
        races(json, report, "races", found.races());
        races(json, report, "possible_races", found.possible());
        json.member("judged_edges", found.edges().judged());
        json.member("not_judged_edges", found.edges().notJudged());
        conflictFree(json, report, found.edges());
    }

    private static void races(JsonWriter json, DepsReport report, String name, List<Race> races) {
        json.name(name).beginArray();
        for (Race race : races) {
            json.beginObject();
            side(json, report, "first", race.first());
            side(json, report, "second", race.second());
            BufferName buffer = race.buffer();
            json.member("tensor", buffer.text())
                    .member("tensor_id", Long.toUnsignedString(buffer.tensorId()))
                    .member("buffer_addr", Long.toUnsignedString(buffer.address()));
            if (buffer.external() >= 0) {
                json.member("external_tensor", buffer.external());
            } else {
                json.member("owner", Long.toUnsignedString(buffer.owner()));
            }
            if (buffer.ownerArgument() >= 0) {
                json.member("owner_arg", buffer.ownerArgument());
            }
            json.member("begin_byte", race.beginByte())
                    .member("end_byte", race.endByte())
                    .member("common_bytes", race.commonBytes())
                    .endObject();
        }
        json.endArray();
    }

    private static void side(JsonWriter json, DepsReport report, String name, Race.Side side) {
        json.member(name, Long.toUnsignedString(report.graph().id(side.node())))
                .member(name + "_kernel", report.labels().kernel(side.node()))
                .member(name + "_arg", side.argument())
                .member(name + "_writes", side.writes())
                .member(name + "_no_dep", side.isNoDep())
                .member(name + "_view", side.view());
    }

    private static void conflictFree(
            JsonWriter json, DepsReport report, EdgeConflicts.Report edges) {
        TaskGraph graph = report.graph();
        json.name("edges_without_conflict").beginArray();
        for (EdgeConflicts.Found found : edges.found()) {
            json.beginObject()
                    .member("pred", Long.toUnsignedString(graph.id(graph.producer(found.edge()))))
                    .member("succ", Long.toUnsignedString(graph.id(graph.consumer(found.edge()))))
                    .member("why", report.reasons().text(found.edge()))
                    .member("certain", found.isCertain())
                    .member("implied", found.isImplied())
                    .endObject();
        }
        json.endArray();
    }
}
