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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Digests of large files that are only appended to from now on, begun while their owner does
 * something else: a thread reads what is there, and {@link #finish} only what was appended since.
 * It may also follow a file that is being written. Files are known by their names and may be moved.
 * One owner.
 */
public final class EarlyDigests {
    private static final long WORTH_BYTES = 8L << 20; // less is read again at once

    private static final long SHORTEST_PAUSE_MILLIS = 1; // between two looks at a growing file
    private static final long LONGEST_PAUSE_MILLIS = 32;

    /** What a thread has taken of one file. */
    private record Begun(MessageDigest digest, long bytes) {}

    /**
     * One file.
     *
     * @param enough open once the thread is to end where the file ends, and to wait for no more
     */
    private record Reading(CountDownLatch enough, Ahead<Optional<Begun>> begun) {}

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
     * Starts with files that their owner is about to write, whatever their size will be; one is
     * left out as above. The threads end with {@link #enough} or {@link #finish}.
     */
    public static EarlyDigests following(List<Path> files) {
        Map<String, Reading> reading = new HashMap<>();
        for (Path file : files) {
            try {
                reading.put(file.getFileName().toString(), start(file, false));
            } catch (IOException | OutOfMemoryError none) {
                continue;
            }
        }
        return new EarlyDigests(reading);
    }

    private static Reading start(Path file, boolean isEnough) throws IOException {
        InputStream open = Files.newInputStream(file); // now: it may be moved
        CountDownLatch enough = new CountDownLatch(isEnough ? 0 : 1);
        try {
            return new Reading(enough, Ahead.of("digests", () -> read(open, enough)));
        } catch (OutOfMemoryError none) {
            open.close();
            throw none;
        }
    }

    /** Empty for a file that cannot be read: who asks for it later finds out and says it. */
    private static Optional<Begun> read(InputStream open, CountDownLatch enough) {
        try (open) {
            MessageDigest digest = Digests.newDigest();
            long bytes = 0;
            long pause = SHORTEST_PAUSE_MILLIS;
            boolean isLast;
            do {
                isLast = enough.await(pause, TimeUnit.MILLISECONDS); // what is written is then read
                long more = Digests.update(digest, open);
                bytes += more;
                pause = more > 0 ? SHORTEST_PAUSE_MILLIS : Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
            } while (!isLast);
            return Optional.of(new Begun(digest, bytes));
        } catch (IOException | InterruptedException unread) {
            return Optional.empty();
        }
    }

    /** Whether this file was begun and not finished yet. */
    public boolean has(Path file) {
        return reading.containsKey(file.getFileName().toString());
    }

    /** The files get longer only by what {@link #finish} finds; nobody waits for more. */
    public void enough() {
        reading.values().forEach(one -> one.enough.countDown());
    }

    /** The digest of a file that is whole now, once; empty if it was not begun. */
    public Optional<String> finish(Path file) throws IOException {
        Reading early = reading.remove(file.getFileName().toString());
        if (early == null) {
            return Optional.empty();
        }
        early.enough.countDown();
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
