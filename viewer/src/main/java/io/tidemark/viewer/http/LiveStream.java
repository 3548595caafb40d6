package io.tidemark.viewer.http;

import io.tidemark.viewer.live.LiveFeed;
import io.tidemark.viewer.live.LiveJson;
import io.tidemark.viewer.live.LiveSnapshot;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/**
 * Sends snapshots of a running run as server-sent events, five a second, to at most {@link
 * #MOST_CLIENTS} pages; each request keeps one virtual thread. Ends after the snapshot that says
 * the run has ended and its capture is there, or when the server closes.
 */
final class LiveStream {
    static final int MOST_CLIENTS = 16;

    private static final long PERIOD_MILLIS = 200;
    private static final int SNAPSHOTS_AFTER_END = 50; // ten seconds for the capture to be written

    private final LiveFeed feed;
    private final IntSupplier captures;
    private final CountDownLatch closing;
    private final Semaphore clients = new Semaphore(MOST_CLIENTS);

    LiveStream(LiveFeed feed, IntSupplier captures, CountDownLatch closing) {
        this.feed = feed;
        this.captures = captures;
        this.closing = closing;
    }

    void answer(PageExchange exchange) throws IOException {
        if (exchange.request().isHead()) {
            Answer.send(exchange, "text/event-stream", new byte[0]);
            return;
        }
        if (!clients.tryAcquire()) {
            Answer.refuse(exchange, 503, "Too many pages watch this run already.");
            return;
        }
        try (OutputStream out = open(exchange)) {
            push(out);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            clients.release();
        }
    }

    private static OutputStream open(PageExchange exchange) throws IOException {
        Answer.setCommon(exchange, "text/event-stream");
        return exchange.stream();
    }

    private void push(OutputStream out) throws IOException, InterruptedException {
        int left = SNAPSHOTS_AFTER_END;
        boolean again = true;
        while (again) {
            LiveSnapshot snapshot = feed.sample();
            int ready = captures.getAsInt();
            String event = "data: " + LiveJson.line(snapshot, ready) + "\n\n";
            out.write(event.getBytes(StandardCharsets.UTF_8));
            out.flush();
            boolean over = !snapshot.running() && (ready > 0 || --left == 0);
            again = !over && !closing.await(PERIOD_MILLIS, TimeUnit.MILLISECONDS);
        }
    }
}
