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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Digests of large files that are only appended to from now on, begun while their owner does
 * something else: a thread reads what is there, and {@link #finish} only what was appended since.
 * It may also follow a file that is being written. Files are known by their names and may be moved.
 * One owner.
 */
public final class EarlyDigests {
    private static final long WORTH_BYTES = 8L << 20; // less is read again at once

    private static final long LOOK_NANOS = 1_000_000; // at a file that may have grown
    private static final int MOST_LOOKS_IN_VAIN = 1_000; // its writer may have failed

    /** What a thread has taken of one file. */
    private record Begun(MessageDigest digest, long bytes) {}

    /**
     * One file.
     *
     * @param isEnough whether the thread ends where the file ends now, and waits for no more
     */
    private record Reading(AtomicBoolean isEnough, Ahead<Optional<Begun>> begun) {}

    private final Map<String, Reading> reading; // by the name of the file

    private EarlyDigests(Map<String, Reading> reading) {
        this.reading = reading;
    }

    /**
     * Starts with those of the files that are large, a thread for each; empty if none is. One that
     * cannot be opened, or for which there is no thread, is left out: it is only a shortcut.
     */
    public static Optional<EarlyDigests> of(List<Path> files) {
        Map<String, Reading> reading = new HashMap<>();
        for (Path file : files) {
            try {
                if (Files.size(file) >= WORTH_BYTES) {
                    reading.put(file.getFileName().toString(), start(file, true));
                }
            } catch (IOException | OutOfMemoryError none) { // an error where there is no thread
                continue;
            }
        }
        return reading.isEmpty() ? Optional.empty() : Optional.of(new EarlyDigests(reading));
    }

    /**
     * Starts with a file that its owner is about to write, whatever its size will be; empty as
     * above. The thread ends with {@link #finish}, or when nothing was written for a second.
     */
    public static Optional<EarlyDigests> following(Path file) {
        try {
            Map<String, Reading> reading = new HashMap<>();
            reading.put(file.getFileName().toString(), start(file, false));
            return Optional.of(new EarlyDigests(reading));
        } catch (IOException | OutOfMemoryError none) {
            return Optional.empty();
        }
    }

    private static Reading start(Path file, boolean isEnough) throws IOException {
        InputStream open = Files.newInputStream(file); // now: it may be moved
        AtomicBoolean enough = new AtomicBoolean(isEnough);
        try {
            return new Reading(enough, Ahead.of("digests", () -> read(open, enough)));
        } catch (OutOfMemoryError none) {
            open.close();
            throw none;
        }
    }

    /** Empty for a file that cannot be read: who asks for it later finds out and says it. */
    private static Optional<Begun> read(InputStream open, AtomicBoolean isEnough) {
        try (open) {
            MessageDigest digest = Digests.newDigest();
            boolean isLast = isEnough.get();
            long bytes = Digests.update(digest, open);
            for (int inVain = 0; !isLast && inVain < MOST_LOOKS_IN_VAIN; ) {
                LockSupport.parkNanos(LOOK_NANOS);
                isLast = isEnough.get(); // first: what was written before it is then read
                long more = Digests.update(digest, open);
                bytes += more;
                inVain = more > 0 ? 0 : inVain + 1;
            }
            return Optional.of(new Begun(digest, bytes));
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /** The digest of a file that is whole now, once; empty if it was not begun. */
    public Optional<String> finish(Path file) throws IOException {
        Reading early = reading.remove(file.getFileName().toString());
        if (early == null) {
            return Optional.empty();
        }
        early.isEnough.set(true);
        Optional<Begun> begun = early.begun.get();
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
