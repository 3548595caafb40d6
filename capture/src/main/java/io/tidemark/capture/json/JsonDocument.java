package io.tidemark.capture.json;

import io.tidemark.capture.finding.Findings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/**
 * Opens a file of a capture and turns whatever goes wrong while reading it into findings.
 * Stateless; any thread. Files ending in {@code .gz} are unpacked on the fly.
 */
public final class JsonDocument {
    private static final int INFLATE_BYTES = 1 << 16;

    private JsonDocument() {}

    /** Reads the document. */
    @FunctionalInterface
    public interface Body {
        void read(JsonScanner scanner) throws IOException, JsonDamage;
    }

    /** Reads {@code file} as one document; false when it had to stop before the end. */
    public static boolean read(Path file, Findings findings, Body body) {
        String label = label(file);
        try (JsonScanner scanner = new JsonScanner(open(file))) {
            return read(scanner, label, findings, body);
        } catch (IOException unreadable) {
            findings.damage(label, "", "cannot be opened: " + reason(unreadable));
            return false;
        }
    }

    private static boolean read(JsonScanner scanner, String label, Findings findings, Body body) {
        try {
            body.read(scanner);
            scanner.expectEnd();
            return true;
        } catch (JsonDamage damage) {
            findings.loss(label, "byte " + damage.position(), damage.getMessage() + "; nothing behind it was read");
        } catch (IOException unreadable) {
            findings.loss(label, "byte " + scanner.position(), "cannot be read further: " + reason(unreadable));
        }
        return false;
    }

    /** The bytes of a file, unpacked when its name ends in {@code .gz}. */
    public static InputStream open(Path file) throws IOException {
        InputStream raw = Files.newInputStream(file);
        if (!file.getFileName().toString().endsWith(".gz")) {
            return raw;
        }
        try {
            return new GZIPInputStream(raw, INFLATE_BYTES);
        } catch (IOException notPacked) {
            raw.close();
            throw notPacked;
        }
    }

    /**
     * Name of a file in findings; files in a channel's own directory keep that directory's name.
     */
    public static String label(Path file) {
        Path parent = file.getParent() == null ? null : file.getParent().getFileName();
        String name = file.getFileName().toString();
        boolean channel = parent != null && parent.toString().matches("(args|tensor)_dump.*|scope_stats");
        return channel ? parent + "/" + name : name;
    }

    /** One short sentence for an exception of the file system. */
    public static String reason(IOException failure) {
        String kind = failure.getClass().getSimpleName().replace("Exception", "");
        String message = failure.getMessage();
        return message == null ? kind : kind + " " + message.lines().findFirst().orElse("");
    }
}
