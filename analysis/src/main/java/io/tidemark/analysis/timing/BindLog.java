package io.tidemark.analysis.timing;

import io.tidemark.capture.json.JsonDocument;
import io.tidemark.capture.json.LineReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The {@code bind phase=} lines of a log and the line that says how it was made. Immutable.
 *
 * @param stamp text after {@code [stamp]}, empty when there is none
 */
public record BindLog(List<BindPhase> phases, String stamp) {
    private static final int MAX_LINE_BYTES = 1 << 20;
    private static final Pattern PHASE = Pattern.compile(
            "(?:\\[T(0x[0-9a-fA-F]+)\\].*?)?bind phase=(\\S+) start_ns=(\\d{1,18})" + " dur_ns=(\\d{1,18})([^\\[]*)");
    private static final String STAMP = "[stamp]";

    public BindLog {
        phases = List.copyOf(phases);
    }

    public static BindLog read(Path file) throws IOException {
        List<BindPhase> phases = new ArrayList<>();
        String stamp = "";
        try (LineReader lines = new LineReader(JsonDocument.open(file), MAX_LINE_BYTES)) {
            while (lines.next()) {
                String line = new String(
                        lines.bytes(), lines.begin(), lines.end() - lines.begin(), StandardCharsets.ISO_8859_1);
                if (line.contains("bind phase=")) {
                    add(line, phases);
                } else if (line.startsWith(STAMP)) {
                    stamp = line.substring(STAMP.length()).strip();
                }
            }
        }
        return new BindLog(phases, stamp);
    }

    private static void add(String line, List<BindPhase> phases) {
        Matcher matcher = PHASE.matcher(line);
        while (matcher.find()) {
            phases.add(new BindPhase(
                    matcher.group(2),
                    Long.parseLong(matcher.group(3)),
                    Long.parseLong(matcher.group(4)),
                    matcher.group(1) == null ? "" : matcher.group(1),
                    matcher.group(5).strip()));
        }
    }
}
