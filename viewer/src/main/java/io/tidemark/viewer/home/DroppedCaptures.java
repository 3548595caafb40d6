package io.tidemark.viewer.home;

import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.directory.CaptureFinder;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Files that a person dropped onto the page, copied into a directory of the server that goes when
 * the server goes. A drop is begun, filled file by file, and opened as captures. Names come from
 * the browser and are checked part by part: no file is written outside its drop. Any thread; one
 * drop is filled by one request at a time.
 */
public final class DroppedCaptures implements AutoCloseable {
    private static final long MOST_BYTES = 8L << 30;
    private static final int MOST_FILES = 5_000;
    private static final int MOST_DROPS = 64;
    private static final int MOST_PARTS = CaptureFinder.MAX_DEPTH + 1;
    private static final int MOST_LETTERS = 200;

    private final Map<Integer, Drop> drops = new HashMap<>();
    private Path directory;
    private boolean isClosed;

    private static final class Drop {
        private final Path place;
        private int files;
        private long bytes;

        Drop(Path place) {
            this.place = place;
        }
    }

    /** A new drop; answers its number. */
    public synchronized int begin() throws IOException {
        if (isClosed) {
            throw new IOException("the server is closed");
        }
        if (drops.size() >= MOST_DROPS) {
            throw new IOException("too many captures were dropped onto this page already");
        }
        if (directory == null) {
            directory = Files.createTempDirectory("tidemark-dropped");
        }
        int number = drops.size();
        drops.put(number, new Drop(Files.createDirectory(directory.resolve("drop-" + number))));
        return number;
    }

    /**
     * Writes one file of a drop.
     *
     * @param name its path within what was dropped, with forward slashes
     * @throws IllegalArgumentException if there is no such drop, or the name leads elsewhere
     */
    public void put(int number, String name, InputStream content) throws IOException {
        Drop drop = drop(number);
        Path target = drop.place;
        for (String part : parts(name)) {
            target = target.resolve(part);
        }
        synchronized (drop) {
            if (++drop.files > MOST_FILES) {
                throw new IOException("a drop may have " + MOST_FILES + " files at most");
            }
            Files.createDirectories(target.getParent());
            try (OutputStream out = Files.newOutputStream(target)) {
                byte[] buffer = new byte[1 << 16];
                for (int read = content.read(buffer); read >= 0; read = content.read(buffer)) {
                    drop.bytes += read;
                    if (drop.bytes > MOST_BYTES) {
                        throw new IOException("a drop may have 8 GiB at most");
                    }
                    out.write(buffer, 0, read);
                }
            }
        }
    }

    private static List<String> parts(String name) {
        List<String> parts = List.of(name.split("/", -1));
        boolean plain = parts.size() <= MOST_PARTS
                && parts.stream()
                        .allMatch(part -> !part.isEmpty()
                                && part.length() <= MOST_LETTERS
                                && !part.equals(".")
                                && !part.equals("..")
                                && part.chars().noneMatch(c -> c == '\\' || c == ':' || c < ' '));
        if (!plain) {
            throw new IllegalArgumentException("name=" + name);
        }
        return parts;
    }

    private synchronized Drop drop(int number) {
        Drop drop = drops.get(number);
        if (drop == null) {
            throw new IllegalArgumentException("drop=" + number);
        }
        return drop;
    }

    /** The captures in a drop; none when nothing in it is one. */
    public List<CaptureDirectory> captures(int number) throws IOException {
        return CaptureFinder.below(drop(number).place);
    }

    /** Removes what was dropped. */
    @Override
    public synchronized void close() {
        isClosed = true;
        drops.clear();
        if (directory != null) {
            TreeRemoval.of(directory);
        }
    }
}
