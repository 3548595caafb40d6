package io.tidemark.capture.certificate;

import io.tidemark.capture.ahead.Ahead;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Digests of large files that are only appended to from now on, begun while their owner does
 * something else: a thread reads what is there, and {@link #finish} only what was appended since.
 * Files are known by their names and may be moved. One owner.
 */
public final class EarlyDigests {
    private static final long WORTH_BYTES = 8L << 20; // less is read again at once

    /** What a thread has taken of one file. */
    private record Begun(MessageDigest digest, long bytes) {}

    private final Ahead<Map<String, Begun>> reading;

    private EarlyDigests(Ahead<Map<String, Begun>> reading) {
        this.reading = reading;
    }

    /**
     * Starts with those of the files that are large; empty if none is, and if a file cannot be
     * opened or no thread started: it is only a shortcut.
     */
    public static Optional<EarlyDigests> of(List<Path> files) {
        Map<String, InputStream> open = new LinkedHashMap<>();
        try {
            for (Path file : files) {
                if (Files.size(file) >= WORTH_BYTES) {
                    open.put(file.getFileName().toString(), Files.newInputStream(file));
                }
            }
            return open.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new EarlyDigests(Ahead.of("digests", () -> read(open))));
        } catch (IOException | OutOfMemoryError none) { // an error where the system has no thread
            open.values().forEach(EarlyDigests::close);
            return Optional.empty();
        }
    }

    private static void close(InputStream stream) {
        try (stream) {
            return;
        } catch (IOException unreadable) {
            return; // who reads the file later finds out
        }
    }

    /** Files that cannot be read are left out: who asks for them later finds out and says it. */
    private static Map<String, Begun> read(Map<String, InputStream> open) {
        Map<String, Begun> begun = new LinkedHashMap<>();
        open.forEach(
                (name, stream) -> {
                    try (InputStream in = stream) {
                        MessageDigest digest = Digests.newDigest();
                        begun.put(name, new Begun(digest, Digests.update(digest, in)));
                    } catch (IOException unreadable) {
                        begun.remove(name);
                    }
                });
        return begun;
    }

    /** The digest of a file that is whole now, once; empty if it was not begun. */
    public Optional<String> finish(Path file) throws IOException {
        Begun begun = reading.get().remove(file.getFileName().toString());
        if (begun == null) {
            return Optional.empty();
        }
        try (InputStream rest = Files.newInputStream(file)) {
            rest.skipNBytes(begun.bytes);
            Digests.update(begun.digest, rest);
        }
        return Optional.of(Digests.text(begun.digest));
    }

    /** The same, whoever of these has begun it. */
    public static Optional<String> finish(List<EarlyDigests> all, Path file) throws IOException {
        for (EarlyDigests early : all) {
            Optional<String> digest = early.finish(file);
            if (digest.isPresent()) {
                return digest;
            }
        }
        return Optional.empty();
    }
}
