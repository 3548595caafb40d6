package io.tidemark.analysis.deps.race;

import io.tidemark.analysis.deps.BufferName;
import io.tidemark.analysis.deps.DepsReport;
import io.tidemark.analysis.deps.TaskGraph;
import io.tidemark.analysis.text.JsonWriter;
import java.util.List;

/** The races as JSON for programs. Task ids are decimal strings. */
public final class RaceJson {
    private RaceJson() {}

    /** Writes members into the object the caller has begun. */
    public static void members(JsonWriter json, DepsReport report, RaceReport found) {
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

    private static void conflictFree(JsonWriter json, DepsReport report, EdgeConflicts.Report edges) {
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
