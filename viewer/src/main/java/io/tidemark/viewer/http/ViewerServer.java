package io.tidemark.viewer.http;

import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.viewer.home.CaptureShelf;
import io.tidemark.viewer.index.ViewIndex;
import io.tidemark.viewer.live.LiveFeed;
import io.tidemark.viewer.model.CaptureView;
import io.tidemark.viewer.model.CaptureViewReader;
import io.tidemark.viewer.model.DifferenceSource;
import io.tidemark.viewer.notes.NotesFile;
import io.tidemark.viewer.resource.CaptureResources;
import io.tidemark.viewer.resource.ResourceSet;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;

/**
 * Serves the page and the captures it shows, one virtual thread per connection. Start it, add
 * captures, close it; any thread may do so. It reads captures and answers only a page that knows its
 * token (see {@link RequestGuard}). It writes the notes of a capture, and what was dropped onto the
 * page.
 */
public final class ViewerServer implements AutoCloseable {
    private static final String DIFFERENCE = "diff/";

    private final PageSocket socket;
    private final AccessToken token = new AccessToken();
    private final RequestGuard guard;
    private final CaptureList captures;
    private final Optional<CaptureShelf> shelf;
    private final PageChanges changes;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Optional<LiveStream> live;
    private final InetAddress listened;
    private volatile Optional<SqlQuestions> queries = Optional.empty();
    private volatile Optional<WhatIfQuestions> whatIf = Optional.empty();
    private volatile boolean hasGiven; // captures that the command named

    private ViewerServer(ServerOptions options, Optional<LiveFeed> feed) throws IOException {
        this.listened = options.address();
        this.captures = new CaptureList(options.reader());
        this.shelf = options.shelf();
        this.changes = new PageChanges(shelf, captures);
        this.guard = new RequestGuard(token);
        this.live = feed.map(watched -> new LiveStream(watched, captures::size, closing));
        this.socket = PageSocket.listen(listened, options.port(), this::answer);
    }

    /**
     * Where and what a server serves.
     *
     * @param shelf the captures of the home page, if there is one; the server closes it
     * @param reader reads a capture, on a thread of the server
     */
    public record ServerOptions(
            InetAddress address,
            int port,
            Optional<CaptureShelf> shelf,
            Function<CaptureDirectory, CaptureView> reader) {}

    /** Starts on a port of loopback, 0 for any free one; {@code feed} is the run to watch. */
    public static ViewerServer start(int port, Optional<LiveFeed> feed) throws IOException {
        InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        return start(
                new ServerOptions(
                        loopback,
                        port,
                        Optional.empty(),
                        directory -> CaptureViewReader.read(StoredCapture.open(directory))),
                feed);
    }

    public static ViewerServer start(ServerOptions options, Optional<LiveFeed> feed) throws IOException {
        ViewerServer viewer = new ViewerServer(options, feed);
        viewer.socket.serve();
        return viewer;
    }

    /** Where the page is: with the token, and with a name where any address listens. */
    public URI address() {
        String host = listened.isAnyLocalAddress() ? nameOfMachine() : listened.getHostAddress();
        String named = host.contains(":") ? "[" + host + "]" : host;
        return URI.create("http://%s:%d/?%s%s".formatted(named, socket.port(), AccessToken.QUERY, token.text()));
    }

    private static String nameOfMachine() {
        try {
            return InetAddress.getLocalHost().getCanonicalHostName();
        } catch (UnknownHostException nameless) {
            return "localhost";
        }
    }

    /**
     * Lets the page ask captures with SQL.
     *
     * @param limit how long one query may take, the wait for its turn included
     */
    public void answerQueries(SqlSource source, Duration limit) {
        queries = Optional.of(new SqlQuestions(source, captures, limit));
    }

    /** Lets the page ask what a run would have been under changes. Once. */
    public void answerWhatIf(WhatIfSource source) {
        whatIf = Optional.of(new WhatIfQuestions(source, captures));
    }

    /** Adds a capture on disk and begins to read it; the page shows it as soon as it is read. */
    public void add(CaptureDirectory directory) {
        hasGiven = true;
        captures.open(directory, "");
    }

    /** Adds a capture that {@code reader} makes. */
    public void add(String label, Callable<CaptureView> reader) {
        add(label, Optional::empty, reader);
    }

    /** The same with an index, which answers until the capture is read. */
    public void add(String label, Callable<Optional<ViewIndex>> index, Callable<CaptureView> reader) {
        captures.add(new CaptureSlot(label, "", Optional.empty(), index, reader));
    }

    private void answer(PageExchange exchange) throws IOException {
        if (!guard.admits(exchange)) {
            return;
        }
        String path = exchange.request().path().substring(1);
        if (path.startsWith("sql/") && exchange.request().isPost()) {
            if (queries.isPresent()) {
                queries.get().answer(exchange);
            } else {
                Answer.notFound(exchange);
            }
        } else if (path.startsWith("whatif/") && exchange.request().isPost()) {
            if (whatIf.isPresent()) {
                whatIf.get().answer(exchange);
            } else {
                Answer.notFound(exchange);
            }
        } else if (exchange.request().isPost()) {
            changes.answer(exchange);
        } else if (path.equals("captures.json")) {
            Answer.send(exchange, "application/json", captureList());
        } else if (path.equals("home.json") && shelf.isPresent()) {
            Answer.send(exchange, "application/json", shelf.get().json());
        } else if (path.equals("live/events") && live.isPresent()) {
            live.get().answer(exchange);
        } else if (path.matches("capture/[0-9]{1,4}/notes\\.json")) {
            answerNotes(exchange, Integer.parseInt(path.split("/")[1]));
        } else if (path.matches("predicted/[0-9]{1,9}/.+")) {
            answerPredicted(exchange, path.split("/", 3));
        } else if (path.startsWith("capture/")) {
            answerResource(exchange, path.split("/", 3));
        } else {
            Optional<byte[]> bytes = PageFiles.served(path.isEmpty() ? PageFiles.INDEX : path);
            if (bytes.isPresent()) {
                Answer.send(exchange, PageFiles.type(path.isEmpty() ? PageFiles.INDEX : path), bytes.get());
            } else {
                Answer.notFound(exchange);
            }
        }
    }

    private void answerNotes(PageExchange exchange, int number) throws IOException {
        Optional<NotesFile> notes = captures.notes(number);
        if (notes.isPresent()) {
            Answer.send(exchange, "application/json", notes.get().json());
        } else {
            Answer.notFound(exchange);
        }
    }

    private void answerResource(PageExchange exchange, String[] parts) throws IOException {
        boolean numbered = parts.length == 3 && parts[1].matches("[0-9]{1,4}");
        Optional<CaptureSlot> found = numbered ? captures.at(Integer.parseInt(parts[1])) : Optional.empty();
        if (found.isEmpty()) {
            Answer.notFound(exchange);
            return;
        }
        CaptureSlot slot = found.get();
        try {
            Optional<byte[]> known = slot.indexed(parts[2]);
            if (known.isEmpty() && slot.isPartly()) {
                Answer.later(exchange);
                return;
            }
            Optional<byte[]> bytes = known.isPresent()
                    ? known
                    : parts[2].startsWith(DIFFERENCE)
                            ? difference(slot, parts[2].substring(DIFFERENCE.length()))
                            : slot.await().read(parts[2]);
            if (bytes.isPresent()) {
                boolean json = ResourceSet.isJson(parts[2]) || parts[2].startsWith(DIFFERENCE);
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

    private void answerPredicted(PageExchange exchange, String[] parts) throws IOException {
        Optional<CaptureResources> run = whatIf.flatMap(found -> found.predicted(Integer.parseInt(parts[1])));
        if (whatIf.isPresent() && run.isEmpty()) {
            Answer.failed(exchange, "This predicted run is gone; move a slider to draw it again.");
            return;
        }
        Optional<byte[]> bytes = run.isPresent() ? run.get().read(parts[2]) : Optional.empty();
        if (bytes.isPresent()) {
            boolean json = ResourceSet.isJson(parts[2]);
            Answer.send(exchange, json ? "application/json" : "application/octet-stream", bytes.get());
        } else {
            Answer.notFound(exchange);
        }
    }

    /**
     * Why another capture took longer than that of a slot; empty when nothing ran in one of them.
     */
    private Optional<byte[]> difference(CaptureSlot slot, String number)
            throws InterruptedException, ExecutionException {
        Optional<CaptureSlot> other = number.matches("[0-9]{1,4}")
                ? captures.at(Integer.parseInt(number)).filter(found -> found != slot)
                : Optional.empty();
        if (other.isEmpty()) {
            return Optional.empty();
        }
        Optional<DifferenceSource> before = slot.await().view().difference();
        Optional<DifferenceSource> after = other.get().await().view().difference();
        return before.isPresent() && after.isPresent()
                ? Optional.of(before.get().json(after.get()))
                : Optional.empty();
    }

    private byte[] captureList() {
        StringBuilder text = new StringBuilder();
        JsonWriter json = new JsonWriter(text, 0);
        json.beginObject();
        json.member("live", live.isPresent());
        json.member("home", shelf.isPresent());
        json.member("startsAtHome", shelf.isPresent() && !hasGiven);
        json.member("sql", queries.isPresent());
        json.member("whatIf", whatIf.isPresent());
        json.name("captures").beginArray();
        captures.writeTo(json);
        json.endArray();
        json.endObject();
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Stops answering at once; open requests are dropped, and what was dropped onto the page goes.
     * A part that fails keeps no other part from its end.
     */
    @Override
    public void close() {
        closing.countDown();
        List<Runnable> parts = List.of(
                () -> queries.ifPresent(SqlQuestions::close),
                socket::close,
                () -> shelf.ifPresent(CaptureShelf::close),
                () -> whatIf.ifPresent(WhatIfQuestions::close),
                changes::close);
        RuntimeException failure = null;
        for (Runnable part : parts) {
            try {
                part.run();
            } catch (RuntimeException failed) {
                failure = failure == null ? failed : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
