package io.tidemark.viewer.http;

import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.viewer.home.CaptureShelf;
import io.tidemark.viewer.home.DroppedCaptures;
import io.tidemark.viewer.notes.NotesFile;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * What the page may change: open a capture of the shelf, drop one onto the page, write the notes of
 * one. The guard has let the request through. Any thread.
 */
final class PageChanges implements AutoCloseable {
    private static final int LONGEST_NAME = 4096;
    private static final String PATH_HEADER = "X-Tidemark-Path";

    private final Optional<CaptureShelf> shelf;
    private final DroppedCaptures dropped = new DroppedCaptures();
    private final CaptureList captures;

    PageChanges(Optional<CaptureShelf> shelf, CaptureList captures) {
        this.shelf = shelf;
        this.captures = captures;
    }

    void answer(PageExchange exchange) throws IOException {
        String path = exchange.request().path();
        try {
            if (path.equals("/open")) {
                open(exchange);
            } else if (path.startsWith("/capture/")) {
                write(exchange, Integer.parseInt(path.split("/")[2]));
            } else if (path.equals("/drop")) {
                exchange.bodyBytes(0);
                sendNumber(exchange, "drop", dropped.begin());
            } else {
                drop(exchange, path.split("/"));
            }
        } catch (IllegalArgumentException | BadRequestException wrong) {
            Answer.refuse(exchange, 400, "This is nothing the page sends: " + wrong.getMessage() + ".");
        } catch (IOException failure) {
            if (exchange.isAnswered()) {
                throw failure;
            }
            Answer.refuse(exchange, 500, "It could not be done: " + failure.getMessage() + ".");
        }
    }

    private void open(PageExchange exchange) throws IOException {
        String name = new String(exchange.bodyBytes(LONGEST_NAME), StandardCharsets.UTF_8);
        Optional<CaptureDirectory> found = shelf.isPresent() ? shelf.get().find(name) : Optional.empty();
        if (found.isPresent()) {
            sendNumber(exchange, "capture", captures.open(found.get(), name));
        } else {
            Answer.notFound(exchange);
        }
    }

    /** One list of notes at a time: the revision that was seen must be the one on disk. */
    private synchronized void write(PageExchange exchange, int capture) throws IOException {
        byte[] sent = exchange.bodyBytes(NotesFile.MOST_BYTES);
        Optional<NotesFile> notes = captures.notes(capture);
        if (notes.isEmpty()) {
            Answer.notFound(exchange);
            return;
        }
        Optional<byte[]> written = notes.get().replace(sent);
        if (written.isPresent()) {
            Answer.send(exchange, "application/json", written.get());
        } else {
            Answer.conflict(exchange, "The notes were changed elsewhere; load the page again.");
        }
    }

    private void drop(PageExchange exchange, String[] parts) throws IOException {
        int number = Integer.parseInt(parts[2]);
        if (parts.length == 3) {
            List<String> sent = exchange.request().header(PATH_HEADER);
            String name = sent.isEmpty() ? "" : URLDecoder.decode(sent.getFirst(), StandardCharsets.UTF_8);
            try (InputStream content = exchange.body()) {
                dropped.put(number, name, content);
            }
            sendNumber(exchange, "drop", number);
            return;
        }
        exchange.bodyBytes(0);
        List<CaptureDirectory> found = dropped.captures(number);
        int first = -1;
        for (CaptureDirectory directory : found) {
            int at = captures.open(directory, "");
            first = first < 0 ? at : first;
        }
        sendNumber(exchange, "capture", first);
    }

    private static void sendNumber(PageExchange exchange, String name, int number) throws IOException {
        String json = "{\"%s\":%d}".formatted(name, number);
        Answer.send(exchange, "application/json", json.getBytes(StandardCharsets.UTF_8));
    }

    /** Removes what was dropped. */
    @Override
    public void close() {
        dropped.close();
    }
}
