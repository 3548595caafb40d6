package io.tidemark.viewer.http;

import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.directory.CaptureFinder;
import io.tidemark.viewer.model.CaptureViewReader;
import io.tidemark.viewer.resource.CaptureResources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The predicted runs that pages show: the last few, each a capture in a directory of the server
 * that goes when the server goes. Any thread.
 */
final class PredictedRuns implements AutoCloseable {
    private static final int KEPT = 4; // of several pages; each shows one

    private final Deque<Predicted> kept = new ArrayDeque<>();
    private Path directory;
    private int made;
    private boolean isClosed;

    private record Predicted(int number, Path place, CaptureResources resources) {}

    /** An empty directory for the next one. */
    synchronized Path place() throws IOException {
        if (isClosed) {
            throw new IOException("the server is closed");
        }
        if (directory == null) {
            directory = Files.createTempDirectory("tidemark-predicted");
        }
        return Files.createDirectory(directory.resolve("predicted-" + ++made));
    }

    /** Reads a predicted run and answers its number; the oldest one goes. */
    int add(Path place) throws IOException {
        CaptureResources resources =
                new CaptureResources(
                        CaptureViewReader.read(StoredCapture.open(CaptureFinder.at(place))));
        synchronized (this) {
            String name = place.getFileName().toString();
            int number = Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
            kept.add(new Predicted(number, place, resources));
            if (kept.size() > KEPT) {
                remove(kept.remove().place());
            }
            return number;
        }
    }

    /** What is shown of a run; empty when it is gone. */
    synchronized Optional<CaptureResources> at(int number) {
        return kept.stream()
                .filter(each -> each.number() == number)
                .map(Predicted::resources)
                .findFirst();
    }

    /** Removes a directory; what cannot be removed lies where temporary files lie. */
    static void remove(Path place) {
        try (Stream<Path> tree = Files.walk(place)) {
            for (Path file : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException stays) {
            return;
        }
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        kept.clear();
        if (directory != null) {
            remove(directory);
        }
    }
}
