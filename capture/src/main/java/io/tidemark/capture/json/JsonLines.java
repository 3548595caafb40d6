package io.tidemark.capture.json;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Reads a file of one JSON document per line: a bad line is a finding and the next one is tried.
 * Stateless; any thread.
 */
public final class JsonLines {
    private static final int MAX_LINE_BYTES = 64 << 20; // a pass of a million host phases

    private JsonLines() {}

    /** What is done with a line; {@code number} counts from 1. */
    @FunctionalInterface
    public interface Body {
        void read(JsonScanner scanner, long number) throws IOException, JsonDamage;
    }

    public static void read(Path file, ReadContext context, Body body) {
        try (LineReader lines = new LineReader(JsonDocument.open(file), MAX_LINE_BYTES)) {
            while (lines.next()) {
                if (lines.isTooLong()) {
                    context.loss("line " + lines.number(), "longer than 64 MiB; the line was skipped");
                } else if (!lines.isBlank()) {
                    readLine(lines, context, body);
                }
            }
        } catch (IOException unreadable) {
            context.damage("", "cannot be read: " + JsonDocument.reason(unreadable));
        }
    }

    private static void readLine(LineReader lines, ReadContext context, Body body) throws IOException {
        long number = lines.number();
        try {
            JsonScanner scanner = JsonScanner.ofLine(lines);
            body.read(scanner, number);
            scanner.expectEnd();
            String problem = scanner.takeProblem();
            if (problem != null) {
                context.loss("line " + number, problem + "; the line was skipped");
            }
        } catch (JsonDamage damage) {
            context.loss(
                    "line " + number + ", byte " + damage.position(), damage.getMessage() + "; the line was skipped");
        }
    }
}
