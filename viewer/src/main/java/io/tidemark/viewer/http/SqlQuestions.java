package io.tidemark.viewer.http;

import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.viewer.model.ShownText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Answers the queries of the page, one at a time: an engine takes half of the memory. A query ends
 * when it is answered, when its page cancels it, or at its time limit; the time it waits for its
 * capture and for its turn counts. The guard has let the request through: it has the token. Any
 * thread.
 */
final class SqlQuestions implements AutoCloseable {
    /** The page names its query in this header, and cancels it by that name. */
    static final String NAME_HEADER = "X-Tidemark-Query";

    static final String CANCEL = "/cancel";

    private static final int LONGEST_QUERY = 64 << 10;
    private static final int LONGEST_NAME = 100;
    private static final int LONGEST_MESSAGE = 4000;

    private final SqlSource source;
    private final CaptureList captures;
    private final Duration limit;
    private final Map<QueryStop, String> asked = new HashMap<>(); // to names; guarded by this
    private boolean isBusy; // guarded by this

    SqlQuestions(SqlSource source, CaptureList captures, Duration limit) {
        this.source = source;
        this.captures = captures;
        this.limit = limit;
    }

    void answer(PageExchange exchange) throws IOException {
        if (exchange.request().path().endsWith(CANCEL)) {
            cancel(exchange);
            return;
        }
        String query;
        try {
            query = new String(exchange.bodyBytes(LONGEST_QUERY), StandardCharsets.UTF_8);
        } catch (BadRequestException tooLong) {
            Answer.refuse(exchange, 413, "The query is too long.");
            return;
        }
        int number = Integer.parseInt(exchange.request().path().split("/")[2]);
        Optional<CaptureSlot> slot = captures.at(number);
        if (slot.isEmpty()) {
            Answer.notFound(exchange);
            return;
        }
        try {
            Answer.send(exchange, "application/json", json(ask(slot.get(), query, name(exchange))));
        } catch (ExecutionException unread) {
            Answer.failed(exchange, slot.get().failure().orElse("It could not be read."));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** A query that its page did not name cannot be cancelled by name. */
    private static String name(PageExchange exchange) {
        List<String> sent = exchange.request().header(NAME_HEADER);
        return sent.isEmpty() || sent.getFirst().length() > LONGEST_NAME ? "" : sent.getFirst();
    }

    private SqlSource.Reply ask(CaptureSlot slot, String query, String name)
            throws IOException, InterruptedException, ExecutionException {
        QueryStop stop = new QueryStop();
        CountDownLatch done = new CountDownLatch(1);
        Thread.ofVirtual().start(() -> stopAtLimit(stop, done, slot));
        synchronized (this) {
            asked.put(stop, name);
        }
        try {
            SqlSource.Reply reply = new SqlSource.Reply("", "");
            awaitRead(slot, stop);
            if (takeTurn(stop)) {
                try {
                    Path root = slot.await().view().directory().root();
                    reply = source.ask(root, query, stop);
                } finally {
                    giveTurn();
                }
            }
            String why = stop.reason().orElse(""); // an answer that came too late is none
            return why.isEmpty() ? reply : new SqlSource.Reply("", why);
        } finally {
            done.countDown();
            synchronized (this) {
                asked.remove(stop);
            }
        }
    }

    /** Waits until the capture is read or the query is stopped. */
    private static void awaitRead(CaptureSlot slot, QueryStop stop) throws InterruptedException, ExecutionException {
        CompletableFuture<Void> stopped = new CompletableFuture<>();
        stop.onStop(() -> stopped.complete(null));
        CompletableFuture.anyOf(slot.reading(), stopped).get();
    }

    private void stopAtLimit(QueryStop stop, CountDownLatch done, CaptureSlot slot) {
        try {
            if (!done.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                String advice = slot.reading().isDone()
                        ? "Ask for less"
                        : "The capture is still being read: ask again when that is done";
                stop(
                        stop,
                        "The query was stopped after %d s. %s, or use 'tidemark sql', which has no limit."
                                .formatted(Math.max(1, limit.toSeconds()), advice));
            }
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    /** False when the query was stopped before its turn came. */
    private synchronized boolean takeTurn(QueryStop stop) throws InterruptedException {
        while (isBusy && stop.reason().isEmpty()) {
            wait();
        }
        boolean mayGo = stop.reason().isEmpty();
        isBusy |= mayGo;
        return mayGo;
    }

    private synchronized void giveTurn() {
        isBusy = false;
        notifyAll();
    }

    private void stop(QueryStop stop, String why) {
        stop.stop(why);
        synchronized (this) {
            notifyAll(); // it may be waiting for its turn
        }
    }

    private void cancel(PageExchange exchange) throws IOException {
        String name;
        try {
            name = new String(exchange.bodyBytes(LONGEST_NAME), StandardCharsets.UTF_8);
        } catch (BadRequestException tooLong) {
            Answer.refuse(exchange, 413, "No query has such a name.");
            return;
        }
        List<QueryStop> found = named(name);
        found.forEach(each -> stop(each, "The query was cancelled."));
        String answer = "{\"cancelled\":%b}".formatted(!found.isEmpty());
        Answer.send(exchange, "application/json", answer.getBytes(StandardCharsets.UTF_8));
    }

    private synchronized List<QueryStop> named(String name) {
        return asked.entrySet().stream()
                .filter(each -> !name.isEmpty() && each.getValue().equals(name))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Stops the running questions; their answers are not needed any more. */
    @Override
    public void close() {
        List<QueryStop> open;
        synchronized (this) {
            open = List.copyOf(asked.keySet());
        }
        open.forEach(each -> stop(each, "The server was stopped."));
    }

    /** Rows are JSON already. */
    private static byte[] json(SqlSource.Reply reply) {
        StringBuilder message = new StringBuilder();
        new JsonWriter(message, 0).value(cut(reply.message())).finish();
        String rows = reply.rows().isBlank() ? "null" : reply.rows();
        return "{\"rows\":%s,\"message\":%s}".formatted(rows, message).getBytes(StandardCharsets.UTF_8);
    }

    private static String cut(String message) {
        String shown = message.lines()
                .map(ShownText::of)
                .reduce((a, b) -> a + "\n" + b)
                .orElse("");
        return shown.length() > LONGEST_MESSAGE ? shown.substring(0, LONGEST_MESSAGE) : shown;
    }
}
