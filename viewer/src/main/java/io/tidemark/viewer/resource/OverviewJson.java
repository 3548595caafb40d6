package io.tidemark.viewer.resource;

import io.tidemark.abi.DfxFlags;
import io.tidemark.analysis.coretime.Makespan;
import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.analysis.text.Plain;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.certificate.ChannelLedger;
import io.tidemark.capture.certificate.LaneLedger;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.NodeKind;
import io.tidemark.capture.ending.RunEnding;
import io.tidemark.capture.finding.Finding;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.viewer.model.CaptureView;
import io.tidemark.viewer.model.ShownText;
import io.tidemark.viewer.timeline.Lane;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Writes overview.json: how the run ended first, then the verdict and what is missing, its length,
 * its kernels, and what reading met. Stateless.
 */
final class OverviewJson {
    private static final int MOST_LETTERS = 2000; // of the sentence on the ending

    private OverviewJson() {}

    /** Gaps written one by one; a page of more would not be read. */
    private static final int MOST_GAPS = 5_000;

    /**
     * @param hangBytes size of the doctor's report, -1 when there is none
     * @param mostHangBytes up to which size the page gets it
     */
    static byte[] write(CaptureView view, long hangBytes, long mostHangBytes) {
        return JsonBytes.object(json -> {
            writeEnding(json, view.ending());
            writeVerdict(json, view.verdict());
            json.member("hang", hangBytes >= 0 && hangBytes <= mostHangBytes);
            if (hangBytes > mostHangBytes) {
                json.member("hangBytes", hangBytes); // there, but too large for a page
            }
            view.certificate().ifPresent(certificate -> writeOrigin(json, certificate));
            writeKernels(json, view);
            writeFindings(json, view);
            writeLedgers(json, view);
        });
    }

    private static void writeVerdict(JsonWriter json, Verdict verdict) {
        json.name("verdict").beginObject();
        json.member("kind", verdict.kind().name());
        json.member("reason", ShownText.of(verdict.reason()));
        json.member("basis", verdict.basis().name());
        json.name("gaps").beginArray();
        for (Verdict.Gap gap : verdict.gaps().stream().limit(MOST_GAPS).toList()) {
            json.beginObject();
            json.member("channel", ShownText.of(gap.channel()));
            json.member("lane", gap.lane());
            json.member("missing", gap.missingRecords());
            json.member("cause", ShownText.of(gap.cause()));
            json.endObject();
        }
        json.endArray();
        json.member("gapCount", verdict.gaps().size());
        json.endObject();
    }

    /** Nothing where the capture does not say how its run ended. */
    private static void writeEnding(JsonWriter json, RunEnding ending) {
        if (ending.equals(RunEnding.UNKNOWN)) {
            return;
        }
        json.name("ending").beginObject();
        json.member("kind", ending.kind().word());
        json.member("errorCode", ending.errorCode());
        json.member("errorName", ShownText.of(ending.errorName()));
        json.member("hangClass", ShownText.of(ending.hangClass()));
        json.member("sentence", Plain.line(ending.sentence(), MOST_LETTERS));
        json.endObject();
    }

    private static void writeOrigin(JsonWriter json, Certificate certificate) {
        Certificate.Origin origin = certificate.origin();
        json.name("origin").beginObject();
        json.member("version", ShownText.of(origin.version()));
        json.member("platform", ShownText.of(origin.platform()));
        json.member("runtime", ShownText.of(origin.runtime()));
        json.member("case", ShownText.of(origin.caseName()));
        json.member("host", ShownText.of(origin.host()));
        json.member("level", origin.level());
        json.member("flags", origin.flags());
        json.name("recorded").beginArray();
        if (DfxFlags.isKnown(origin.flags())) {
            new DfxFlags(origin.flags()).words().forEach(json::value);
        } else {
            json.value("unknown flags 0x" + Long.toHexString(origin.flags()));
        }
        json.endArray();
        json.member("createdAt", ShownText.of(origin.createdAt()));
        json.endObject();
        json.name("clocks").beginArray();
        for (Certificate.ClockDomain clock : certificate.clocks()) {
            json.beginObject();
            json.member("stream", ShownText.of(clock.stream()));
            json.member("domain", ShownText.of(clock.domain()));
            json.member("uncertaintyNanos", clock.uncertaintyNanos());
            json.endObject();
        }
        json.endArray();
    }

    private static void writeKernels(JsonWriter json, CaptureView view) {
        KernelTable table = new KernelTable(view.runs(), view.timeline().names().size());
        int cores = 0;
        int busyCores = 0;
        for (Lane lane : view.timeline().lanes()) {
            cores += lane.kind().isCore() ? 1 : 0;
            busyCores += lane.kind().isCore() && lane.size() > 0 ? 1 : 0;
        }
        Makespan makespan =
                Makespan.of(view.runs().size(), view.runs()::isTimed, view.runs()::beginNanos, view.runs()::endNanos);
        json.member("makespanNanos", makespan.nanos());
        json.member("kernelNanos", table.totalNanos());
        json.member("allocations", view.graph().map(OverviewJson::allocations).orElse(0L));
        json.member("cores", cores);
        json.member("busyCores", busyCores);
        json.name("kernels").beginArray();
        for (int kernel = 0; kernel < view.kernelNames(); kernel++) {
            if (table.runs[kernel] == 0) {
                continue;
            }
            json.beginObject();
            json.member("name", kernel);
            json.member("runs", table.runs[kernel]);
            json.member("totalNanos", table.totalNanos[kernel]);
            json.member("shortestNanos", table.shortestNanos[kernel]);
            json.member("longestNanos", table.longestNanos[kernel]);
            json.member("longestRun", table.longestRun[kernel]);
            json.member("dispatchNanos", table.dispatchNanos[kernel]);
            json.member("dispatched", table.dispatched[kernel]);
            json.endObject();
        }
        json.endArray();
    }

    private static long allocations(DependencyGraph graph) {
        return IntStream.range(0, graph.nodeCount())
                .filter(node -> graph.kind(node) == NodeKind.ALLOC)
                .count();
    }

    private static void writeFindings(JsonWriter json, CaptureView view) {
        json.member("unkeptFindings", view.unkeptFindings());
        json.name("findings").beginArray();
        for (Finding finding : view.findings()) {
            json.beginObject();
            json.member("severity", finding.severityWord());
            json.member("text", ShownText.of(finding.toString()));
            json.endObject();
        }
        json.endArray();
    }

    /** The law of each channel: reserved = delivered + recovered + dropped + torn. */
    private static void writeLedgers(JsonWriter json, CaptureView view) {
        json.name("ledgers").beginArray();
        for (ChannelLedger channel :
                view.certificate().map(Certificate::channels).orElse(java.util.List.of())) {
            long reserved = 0;
            long delivered = 0;
            long recovered = 0;
            long torn = 0;
            Map<String, Long> dropped = new TreeMap<>();
            for (LaneLedger lane : channel.lanes()) {
                reserved += lane.reserved();
                delivered += lane.delivered();
                recovered += lane.recovered();
                torn += lane.torn();
                lane.droppedByCause().forEach((cause, count) -> dropped.merge(cause, count, Long::sum));
            }
            json.beginObject();
            json.member("channel", ShownText.of(channel.channel()));
            json.member("stream", ShownText.of(channel.stream()));
            json.member("reserved", reserved);
            json.member("delivered", delivered);
            json.member("recovered", recovered);
            json.member("torn", torn);
            json.member("unaccounted", channel.unaccounted());
            json.name("dropped").beginObject();
            dropped.forEach((cause, count) -> json.member(ShownText.of(cause), count));
            json.endObject();
            json.endObject();
        }
        json.endArray();
    }
}
