package io.tidemark.viewer.resource;

import io.tidemark.analysis.coretime.CorePart;
import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.analysis.text.Plain;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.scope.ScopeTable;
import io.tidemark.capture.swimlane.SwimlaneTable;
import io.tidemark.viewer.model.CaptureView;
import io.tidemark.viewer.model.Runs;
import io.tidemark.viewer.model.ShownText;
import io.tidemark.viewer.model.TimeAxis;
import io.tidemark.viewer.timeline.Lane;
import io.tidemark.viewer.timeline.Skyline;
import io.tidemark.viewer.timeline.Stretch;
import io.tidemark.viewer.timeline.TileGrid;
import io.tidemark.viewer.timeline.Timeline;
import java.util.List;

/** Writes meta.json: what the page must know before it can draw anything. Stateless. */
final class MetaJson {
    private static final int MOST_LETTERS = 2000; // of the line on a bad ending

    private MetaJson() {}

    /** Task and core of each run whose kernel threw. */
    private static void writeFailed(JsonWriter json, Runs runs) {
        json.name("failedRuns").beginArray();
        runs.failed().forEach(run -> json.value(Long.toUnsignedString(runs.taskId(run)) + " " + runs.core(run)));
        json.endArray();
    }

    static byte[] write(CaptureView view) {
        return JsonBytes.object(json -> {
            json.member("label", view.label());
            if (view.ending().isBad()) {
                json.member("ending", ShownText.of(view.ending().word()));
                json.member("endingLine", Plain.line(view.ending().line(), MOST_LETTERS));
            }
            json.member("verdict", view.verdict().kind().name());
            json.member("verdictLine", view.verdict().line());
            writeConditions(json, view);
            writeClock(json, view);
            writeGrid(json, view.timeline());
            writeLanes(json, view.timeline().lanes());
            json.name("names").beginArray();
            view.timeline().names().forEach(json::value);
            json.endArray();
            json.member("kernelNames", view.kernelNames());
            writeStretches(json, view.timeline().stretches());
            writeCounts(json, view);
            writeFailed(json, view.runs());
        });
    }

    /** Under which conditions times were measured; nothing where the capture does not know. */
    private static void writeConditions(JsonWriter json, CaptureView view) {
        view.certificate().flatMap(Certificate::conditions).ifPresent(conditions -> {
            json.name("conditions").beginObject();
            json.member("cpus", conditions.cpus());
            json.member("cores", conditions.cores());
            json.member("words", conditions.words());
            if (conditions.isShared()) {
                json.member("shared", conditions.shared());
                json.member("banner", conditions.banner().orElseThrow());
            }
            json.endObject();
        });
    }

    private static void writeClock(JsonWriter json, CaptureView view) {
        json.member("durationNanos", view.timeline().durationNanos());
        json.member("shiftNanos", view.axis().map(axis -> axis.shifted(0)).orElse(0L));
        json.member("level", view.swimlane().map(SwimlaneTable::level).orElse(0).longValue());
        json.member("clockHz", view.swimlane().map(t -> t.metadata().clockHz()).orElse(0L));
        boolean known = view.axis().map(axis -> axis.timeline().isHostMode()).orElse(false);
        boolean host = known || !view.hostPhases().phases().isEmpty();
        json.member("hostMode", host);
        json.member("otherHostPasses", view.hostPhases().otherPasses());
        if (host) {
            TimeAxis axis = view.axis().orElseThrow();
            String reason = axis.timeline().alignment().reason().orElse("");
            json.member("hostAligned", axis.timeline().isClockAligned());
            json.member("hostReason", known ? reason : "the swimlane has no host stamps");
        }
    }

    private static void writeGrid(JsonWriter json, Timeline timeline) {
        json.name("grid").beginObject();
        json.member("rootNanos", timeline.grid().rootNanos());
        json.member("deepestLevel", timeline.grid().deepestLevel());
        json.member("cells", TileGrid.CELLS);
        json.member("bandLanes", TileGrid.BAND_LANES);
        json.member("skylineBins", Skyline.BINS);
        json.endObject();
    }

    private static void writeLanes(JsonWriter json, List<Lane> lanes) {
        json.name("lanes").beginArray();
        for (Lane lane : lanes) {
            json.beginObject();
            json.member("kind", lane.kind().word());
            json.member("group", lane.kind().group());
            json.member("label", lane.label());
            json.member("spans", lane.size());
            json.endObject();
        }
        json.endArray();
    }

    private static void writeStretches(JsonWriter json, List<Stretch> stretches) {
        json.name("stretches").beginArray();
        for (Stretch stretch : stretches) {
            json.beginObject();
            json.member("kind", stretch.kind().word());
            json.member("lane", stretch.lane());
            json.member("begin", stretch.beginNanos());
            json.member("end", stretch.endNanos());
            json.member("text", stretch.text());
            json.endObject();
        }
        json.endArray();
    }

    /** The parts of core time by number; none when no core ran, as then there is no core time. */
    private static void writeParts(JsonWriter json, CaptureView view) {
        json.name("parts").beginArray();
        for (CorePart part : view.states().isPresent() ? CorePart.values() : new CorePart[0]) {
            json.beginObject();
            json.member("key", part.key());
            json.member("words", part.words());
            json.endObject();
        }
        json.endArray();
    }

    private static void writeCounts(JsonWriter json, CaptureView view) {
        json.member("chunkRows", Chunks.ROWS);
        json.member("searchRows", Chunks.SEARCH_ROWS);
        json.member("runs", view.runs().size());
        json.member("openRuns", view.runs().openCount());
        json.member("tasks", view.tasks().size());
        json.member(
                "nodes", view.graph().map(graph -> graph.nodeCount()).orElse(0).longValue());
        json.member("edges", view.graph().map(g -> g.edges().size()).orElse(0).longValue());
        json.member("args", view.argumentOrder().size());
        json.member("scopes", view.scopes().isPresent());
        json.member("critical", view.critical().isPresent());
        json.member("samples", view.scopes().map(ScopeTable::size).orElse(0).longValue());
        writeParts(json, view);
        json.name("counters").beginArray();
        view.pmu().ifPresent(pmu -> pmu.counterNames().forEach(json::value));
        json.endArray();
        json.name("taskChunkFirst").beginArray(); // where a search by id begins
        for (int at = 0; at < view.tasks().size(); at += Chunks.SEARCH_ROWS) {
            json.value(JsonBytes.id(view.tasks().taskId(at)));
        }
        json.endArray();
    }
}
