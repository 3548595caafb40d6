package io.tidemark.capture.certificate;

import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.json.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Lays out a certificate as text: one line per lane, file and gap, so that two compare with diff.
 * One use.
 */
final class CertificateText {
    static final int VERSION = 1;

    private final StringBuilder text = new StringBuilder();

    String of(Certificate certificate) {
        text.append("{\n  \"certificate_version\": ").append(VERSION).append(",\n");
        line("origin", origin(certificate.origin()));
        line("ending", ending(certificate.ending()));
        certificate.conditions().ifPresent(noted -> line("conditions", conditions(noted)));
        text.append("  \"channels\": ");
        channels(certificate.channels());
        text.append(",\n");
        list("clocks", certificate.clocks().stream().map(CertificateText::clock).toList());
        list(
                "freezes",
                certificate.freezes().stream().map(CertificateText::freeze).toList());
        if (!certificate.damage().isEmpty()) {
            list(
                    "damage",
                    certificate.damage().stream().map(CertificateText::damaged).toList());
        }
        list(
                "digests",
                certificate.digests().stream().map(CertificateText::digest).toList());
        text.append("  \"verdict\": ");
        verdict(certificate.verdict());
        return text.append("\n}\n").toString();
    }

    private void line(String key, String value) {
        text.append("  \"").append(key).append("\": ").append(value).append(",\n");
    }

    private void list(String key, List<String> rows) {
        text.append("  \"").append(key).append("\": ");
        rows("  ", rows);
        text.append(",\n");
    }

    private void rows(String indent, List<String> rows) {
        if (rows.isEmpty()) {
            text.append("[]");
            return;
        }
        text.append("[\n");
        for (int at = 0; at < rows.size(); at++) {
            text.append(indent).append("  ").append(rows.get(at));
            text.append(at + 1 < rows.size() ? ",\n" : "\n");
        }
        text.append(indent).append(']');
    }

    private void channels(List<ChannelLedger> channels) {
        text.append('[');
        for (int at = 0; at < channels.size(); at++) {
            ChannelLedger channel = channels.get(at);
            text.append(at == 0 ? "\n    {" : ",\n    {");
            text.append("\"channel\": ").append(JsonText.quote(channel.channel()));
            text.append(", \"stream\": ").append(JsonText.quote(channel.stream()));
            text.append(", \"lanes\": ");
            rows("    ", channel.lanes().stream().map(CertificateText::lane).toList());
            text.append('}');
        }
        text.append(channels.isEmpty() ? "]" : "\n  ]");
    }

    private static String origin(Certificate.Origin origin) {
        return new Line()
                .text("version", origin.version())
                .text("platform", origin.platform())
                .text("runtime", origin.runtime())
                .text("case", origin.caseName())
                .text("host", origin.host())
                .number("level", origin.level())
                .text("flags", "0x" + Long.toHexString(origin.flags()))
                .text("created_at", origin.createdAt())
                .end();
    }

    private static String ending(Certificate.Ending ending) {
        return new Line()
                .text("kind", ending.kind().word())
                .number("error_code", ending.errorCode())
                .text("error_name", ending.errorName())
                .text("hang_class", ending.hangClass())
                .end();
    }

    private static String conditions(Conditions conditions) {
        Line line = new Line();
        if (conditions.isVirtual()) {
            line.text("time", "virtual").text("profile", conditions.profile());
        }
        if (!conditions.computed()) {
            line.text("values", "not computed");
        }
        line.number("cpus", conditions.cpus())
                .number("cores", conditions.cores())
                .number("rounds_before", conditions.roundsBefore());
        if (conditions.warmUpTasks() > 0) {
            line.number("warm_up_tasks", conditions.warmUpTasks());
        }
        return line.number("load_hundredths", conditions.loadHundredths())
                .number("cpu_percent", conditions.cpuPercent())
                .end();
    }

    private static String lane(LaneLedger lane) {
        return new Line()
                .number("lane", lane.lane())
                .number("reserved", lane.reserved())
                .number("delivered", lane.delivered())
                .number("recovered", lane.recovered())
                .raw("dropped", causes(lane.droppedByCause()))
                .number("torn", lane.torn())
                .number("unaccounted", lane.unaccounted())
                .end();
    }

    private static String causes(Map<String, Long> causes) {
        Line line = new Line();
        causes.forEach(line::number);
        return line.end();
    }

    private static String clock(Certificate.ClockDomain clock) {
        return new Line()
                .text("stream", clock.stream())
                .text("domain", clock.domain())
                .number("frequency_hz", clock.frequencyHz())
                .number("uncertainty_ns", clock.uncertaintyNanos())
                .end();
    }

    private static String freeze(Certificate.Freeze freeze) {
        return new Line()
                .text("channel", freeze.channel())
                .number("lane", freeze.lane())
                .number("begin_tick", freeze.beginTick())
                .number("end_tick", freeze.endTick())
                .text("cause", freeze.cause())
                .end();
    }

    private static String damaged(Certificate.Damaged damaged) {
        return new Line()
                .text("channel", damaged.channel())
                .text("kind", damaged.kind())
                .number("count", damaged.count())
                .text("what", damaged.what())
                .end();
    }

    private static String digest(Certificate.FileDigest digest) {
        return new Line()
                .text("path", digest.path())
                .number("size_bytes", digest.sizeBytes())
                .text("sha256", digest.sha256())
                .end();
    }

    private void verdict(Verdict verdict) {
        text.append("{\"kind\": \"").append(verdict.kind()).append("\", \"reason\": ");
        JsonText.appendQuoted(text, verdict.reason());
        text.append(", \"gaps\": ");
        List<String> gaps = new ArrayList<>();
        verdict.gaps().forEach(gap -> gaps.add(gap(gap)));
        rows("  ", gaps);
        text.append('}');
    }

    private static String gap(Verdict.Gap gap) {
        return new Line()
                .text("channel", gap.channel())
                .number("lane", gap.lane())
                .number("begin_tick", gap.beginTick())
                .number("end_tick", gap.endTick())
                .number("missing_records", gap.missingRecords())
                .text("cause", gap.cause())
                .end();
    }

    /** One object on one line. */
    private static final class Line {
        private final StringBuilder line = new StringBuilder("{");

        Line text(String key, String value) {
            return raw(key, JsonText.quote(value));
        }

        Line number(String key, long value) {
            return raw(key, Long.toString(value));
        }

        Line raw(String key, String value) {
            line.append(line.length() > 1 ? ", " : "");
            JsonText.appendQuoted(line, key);
            line.append(": ").append(value);
            return this;
        }

        String end() {
            return line.append('}').toString();
        }
    }
}
