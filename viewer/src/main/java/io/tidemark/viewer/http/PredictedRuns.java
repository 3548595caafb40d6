package io.tidemark.viewer.http;

import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.directory.CaptureFinder;
import io.tidemark.viewer.home.TreeRemoval;
import io.tidemark.viewer.model.CaptureViewReader;
import io.tidemark.viewer.resource.CaptureResources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The predicted runs that pages show: the last one of each page, a capture in a directory of the
 * server that goes when the server goes. A page does not say when it is closed, so that the pages
 * that drew longest ago lose theirs. Any thread.
 */
final class PredictedRuns implements AutoCloseable {
    private static final int MOST_PAGES = 8;

    private final Map<String, Predicted> kept = new LinkedHashMap<>(); // by page, the last one last
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

    /** Reads a predicted run of a page and answers its number; the page's older one goes. */
    int add(String page, Path place) throws IOException {
        CaptureResources resources =
                new CaptureResources(CaptureViewReader.read(StoredCapture.open(CaptureFinder.at(place))));
        synchronized (this) {
            String name = place.getFileName().toString();
            int number = Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
            if (isClosed) {
                throw new IOException("the server is closed");
            }
            forget(page);
            kept.put(page, new Predicted(number, place, resources));
            if (kept.size() > MOST_PAGES) {
                forget(kept.keySet().iterator().next());
            }
            return number;
        }
    }

    /** What is shown of a run; empty when it is gone. */
    synchronized Optional<CaptureResources> at(int number) {
        return kept.values().stream()
                .filter(each -> each.number() == number)
                .map(Predicted::resources)
                .findFirst();
    }

    private void forget(String page) {
        Predicted gone = kept.remove(page);
        if (gone != null) {
            TreeRemoval.of(gone.place());
        }
    }

    /** Forgets all of them: the memory is needed. */
    synchronized void clear() {
        List<Path> places = kept.values().stream().map(Predicted::place).toList();
        kept.clear();
        places.forEach(TreeRemoval::of);
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        kept.clear();
        if (directory != null) {
            TreeRemoval.of(directory);
        }
    }
}
