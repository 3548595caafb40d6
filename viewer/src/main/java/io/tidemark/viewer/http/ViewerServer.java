package io.tidemark.viewer.http;

import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.viewer.live.LiveFeed;
import io.tidemark.viewer.model.CaptureView;
import io.tidemark.viewer.model.ShownText;
import io.tidemark.viewer.resource.ResourceSet;
import io.tidemark.viewer.timeline.Timeline;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;

/**
 * Serves the page and the captures it shows on 127.0.0.1, one virtual thread per connection. Start
 * it, add captures, close it; any thread may do so. It reads captures, writes nothing, and answers
 * only its own page (see {@link RequestGuard}).
 */
public final class ViewerServer implements AutoCloseable {
    private final PageSocket socket;
    private final RequestGuard guard;
    private final List<CaptureSlot> captures = new CopyOnWriteArrayList<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Optional<LiveStream> live;

    private ViewerServer(int port, Optional<LiveFeed> feed) throws IOException {
        this.socket = PageSocket.listen(port, this::answer);
        this.guard = new RequestGuard(socket.port());
        this.live = feed.map(watched -> new LiveStream(watched, captures::size, closing));
    }

    /** Starts on a port, 0 for any free one; {@code feed} is the run to watch, if there is one. */
    public static ViewerServer start(int port, Optional<LiveFeed> feed) throws IOException {
        ViewerServer viewer = new ViewerServer(port, feed);
        viewer.socket.serve();
        return viewer;
    }

    /** Where the page is. */
    public URI address() {
        return URI.create("http://127.0.0.1:" + socket.port() + "/");
    }

    /** Adds a capture and begins to read it; the page shows it as soon as it is read. */
    public void add(String label, Callable<CaptureView> reader) {
        add(label, Optional::empty, reader);
    }

    /** The same with a first look, shown until the capture is read. */
    public void add(String label, Callable<Optional<Timeline>> look, Callable<CaptureView> reader) {
        captures.add(new CaptureSlot(ShownText.of(label), look, reader));
    }

    private void answer(PageExchange exchange) throws IOException {
        if (guard.admits(exchange)) {
            String path = exchange.request().target().substring(1);
            if (path.equals("captures.json")) {
                Answer.send(exchange, "application/json", captureList());
            } else if (path.equals("live/events") && live.isPresent()) {
                live.get().answer(exchange);
            } else if (path.startsWith("capture/") || path.startsWith("preview/")) {
                answerResource(exchange, path.split("/", 3));
            } else {
                String file = path.isEmpty() ? PageFiles.INDEX : path;
                Optional<byte[]> bytes = PageFiles.read(file);
                if (bytes.isPresent()) {
                    Answer.send(exchange, PageFiles.type(file), bytes.get());
                } else {
                    Answer.notFound(exchange);
                }
            }
        }
    }

    private void answerResource(PageExchange exchange, String[] parts) throws IOException {
        boolean numbered = parts.length == 3 && parts[1].matches("[0-9]{1,4}");
        int index = numbered ? Integer.parseInt(parts[1]) : captures.size();
        if (index >= captures.size()) {
            Answer.notFound(exchange);
            return;
        }
        CaptureSlot slot = captures.get(index);
        try {
            Optional<byte[]> bytes =
                    parts[0].equals("preview")
                            ? slot.preview().flatMap(look -> look.read(parts[2]))
                            : slot.await().read(parts[2]);
            if (bytes.isPresent()) {
                boolean json = ResourceSet.isJson(parts[2]);
                String type = json ? "application/json" : "application/octet-stream";
                Answer.send(exchange, type, bytes.get());
            } else {
                Answer.notFound(exchange);
            }
        } catch (ExecutionException unread) {
            Answer.failed(exchange, slot.failure().orElse("The capture could not be read."));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private byte[] captureList() {
        StringBuilder text = new StringBuilder();
        JsonWriter json = new JsonWriter(text, 0);
        json.beginObject();
        json.member("live", live.isPresent());
        json.name("captures").beginArray();
        for (CaptureSlot slot : captures) {
            json.beginObject();
            json.member("label", slot.label());
            json.member("state", slot.state());
            json.member("preview", slot.preview().isPresent());
            json.member("failure", ShownText.of(slot.failure().orElse("")));
            json.endObject();
        }
        json.endArray();
        json.endObject();
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Stops answering at once; open requests are dropped. */
    @Override
    public void close() {
        closing.countDown();
        socket.close();
    }
}
