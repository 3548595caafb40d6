package io.tidemark.capture.certificate;

import io.tidemark.capture.ahead.Ahead;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashMap;
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

    private final Map<String, Ahead<Optional<Begun>>> reading; // by the name of the file

    private EarlyDigests(Map<String, Ahead<Optional<Begun>>> reading) {
        this.reading = reading;
    }

    /**
     * Starts with those of the files that are large, a thread for each; empty if none is. One that
     * cannot be opened, or for which there is no thread, is left out: it is only a shortcut.
     */
    public static Optional<EarlyDigests> of(List<Path> files) {
        Map<String, Ahead<Optional<Begun>>> reading = new HashMap<>();
        for (Path file : files) {
            try {
                if (Files.size(file) >= WORTH_BYTES) {
                    InputStream open = Files.newInputStream(file); // now: it may be moved
                    reading.put(file.getFileName().toString(), start(open));
                }
            } catch (IOException | OutOfMemoryError none) { // an error where there is no thread
                continue;
            }
        }
        return reading.isEmpty() ? Optional.empty() : Optional.of(new EarlyDigests(reading));
    }

    private static Ahead<Optional<Begun>> start(InputStream open) throws IOException {
        try {
            return Ahead.of("digests", () -> read(open));
        } catch (OutOfMemoryError none) {
            open.close();
            throw none;
        }
    }

    /** Empty for a file that cannot be read: who asks for it later finds out and says it. */
    private static Optional<Begun> read(InputStream open) {
        try (open) {
            MessageDigest digest = Digests.newDigest();
            return Optional.of(new Begun(digest, Digests.update(digest, open)));
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /** The digest of a file that is whole now, once; empty if it was not begun. */
    public Optional<String> finish(Path file) throws IOException {
        Ahead<Optional<Begun>> early = reading.remove(file.getFileName().toString());
        Optional<Begun> begun = early == null ? Optional.empty() : early.get();
        if (begun.isEmpty()) {
            return Optional.empty();
        }
        try (InputStream rest = Files.newInputStream(file)) {
            rest.skipNBytes(begun.get().bytes);
            Digests.update(begun.get().digest, rest);
        }
        return Optional.of(Digests.text(begun.get().digest));
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
