package io.tidemark.analysis.timing;

import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.json.JsonTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A trace as sorted lines, one per event, names of lanes left out. */
final class TraceLines {
    private TraceLines() {}

    static List<String> of(CharSequence text, Path file) throws IOException {
        Files.writeString(file, text);
        Map<String, Object> trace = JsonTree.read(file, new Findings()).orElseThrow();
        List<String> lines = new ArrayList<>();
        for (Object each : (List<?>) trace.get("traceEvents")) {
            Map<?, ?> event = (Map<?, ?>) each;
            if (!event.get("ph").equals("M")) {
                lines.add(event(event, (Map<?, ?>) event.get("args")));
            }
        }
        Object beside = trace.get("unalignedDeviceSpans");
        for (Object each : beside == null ? List.of() : (List<?>) beside) {
            Map<?, ?> span = (Map<?, ?>) each;
            lines.add(join(
                    "U",
                    span.get("name"),
                    span.get("ts_ns"),
                    span.get("dur_ns"),
                    span.get("pid"),
                    span.get("tid"),
                    span.get("inv")));
        }
        lines.sort(null);
        return lines;
    }

    private static String event(Map<?, ?> event, Map<?, ?> args) {
        return join(
                event.get("ph"),
                event.get("name"),
                event.get("id"),
                micros(event.get("ts")),
                micros(event.get("dur")),
                event.get("pid"),
                event.get("tid"),
                args.get("attrs"),
                args.get("wall_ts_ns"),
                args.get("wall_time"),
                args.get("depth"),
                args.get("dispatch_key"));
    }

    private static String micros(Object value) {
        double number = value == null ? 0 : ((Number) value).doubleValue();
        return String.format(Locale.ROOT, "%.3f", number);
    }

    private static String join(Object... parts) {
        List<String> texts = new ArrayList<>();
        for (Object part : parts) {
            texts.add(part == null ? "" : part.toString());
        }
        return String.join("|", texts);
    }
}
