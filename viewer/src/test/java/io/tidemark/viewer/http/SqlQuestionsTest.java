package io.tidemark.viewer.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.lab.generate.GeneratorOptions;
import io.tidemark.viewer.GeneratedCapture;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queries of the page, over real sockets: only with the token, only where the command answers. */
class SqlQuestionsTest {
    private static final Duration NEVER = Duration.ofDays(1);

    @TempDir
    Path directory;

    private ViewerServer server;

    @BeforeEach
    void start() throws IOException {
        GeneratedCapture.in(directory, GeneratorOptions.of(50, 2));
        server = ViewerServer.start(0, Optional.empty());
        server.add("generated", () -> GeneratedCapture.view(directory));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aQueryWithTheTokenReachesTheCommandWithTheCapture() throws Exception {
        server.answerQueries(
                (capture, query, stop) -> capture.equals(directory)
                        ? new SqlSource.Reply("[{\"n\": 1}]", "asked: " + query)
                        : new SqlSource.Reply("", "another capture"),
                NEVER);
        HttpResponse<String> answer = ask("/sql/0", "select \"<b>\u202E\"", true);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("\"rows\":[{\"n\": 1}]", "asked: select");
        assertThat(answer.body()).doesNotContain("\u202E");
        assertThat(ask("/sql/1", "select 1", true).statusCode()).isEqualTo(404);
    }

    @Test
    void withoutTokenSourceOrMeasureNothingIsAsked() throws Exception {
        assertThat(ask("/sql/0", "select 1", true).statusCode()).isEqualTo(404);
        server.answerQueries(
                (capture, query, stop) -> {
                    throw new IllegalStateException("asked: " + query);
                },
                NEVER);
        assertThat(ask("/sql/0", "select 1", false).statusCode()).isEqualTo(403);
        assertThat(ask("/sql/0", "x".repeat(70_000), true).statusCode()).isEqualTo(413);
        HttpRequest get = Asked.of(server, "sql/0");
        assertThat(HttpClient.newHttpClient().send(get, HttpResponse.BodyHandlers.ofString()))
                .extracting(HttpResponse::statusCode)
                .isEqualTo(404);
    }

    @Test
    void aQueryIsStoppedAtItsLimit() throws Exception {
        server.answerQueries((capture, query, stop) -> endless(stop), Duration.ofMillis(1));
        assertThat(ask("/sql/0", "select 1", true).body())
                .contains("\"rows\":null", "The query was stopped after 1 s.", "'tidemark sql'");
    }

    /** Also one that waits for its turn; a query of another name goes on. */
    @Test
    void aQueryIsCancelledByItsName() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        server.answerQueries(
                (capture, query, stop) -> {
                    begun.countDown();
                    return endless(stop);
                },
                NEVER);
        CompletableFuture<HttpResponse<String>> first = begin("first");
        begun.await();
        CompletableFuture<HttpResponse<String>> second = begin("second");
        assertThat(ask("/sql/0/cancel", "third", true).body()).contains("false");
        assertThat(ask("/sql/0/cancel", "first", false).statusCode()).isEqualTo(403);
        while (ask("/sql/0/cancel", "second", true).body().contains("false")) {
            Thread.onSpinWait(); // it has not come in yet
        }
        assertThat(second.get().body()).contains("\"rows\":null", "The query was cancelled.");
        assertThat(first).isNotDone();
        assertThat(ask("/sql/0/cancel", "first", true).body()).contains("true");
        assertThat(first.get().body()).contains("The query was cancelled.");
    }

    /** A page with an index offers SQL while its capture is still being read. */
    @Test
    void aQueryEndsWhileItsCaptureIsStillBeingRead() throws Exception {
        CountDownLatch mayRead = new CountDownLatch(1);
        AtomicInteger answered = new AtomicInteger();
        server.add("slow", () -> {
            mayRead.await();
            return GeneratedCapture.view(directory);
        });
        SqlSource source = (capture, query, stop) -> new SqlSource.Reply("[]", "answer " + answered.incrementAndGet());
        server.answerQueries(source, NEVER);
        CompletableFuture<HttpResponse<String>> cancelled = begin("/sql/1", "cancelled");
        boolean isKnown = false;
        for (int asked = 0; asked < 1000 && !isKnown; asked++) { // until it has come in
            isKnown = ask("/sql/1/cancel", "cancelled", true).body().contains("true");
        }
        assertThat(isKnown).isTrue();
        assertThat(cancelled.get().body()).contains("\"rows\":null", "The query was cancelled.");
        server.answerQueries(source, Duration.ofMillis(1));
        assertThat(ask("/sql/1", "select 1", true).body())
                .contains("\"rows\":null", "stopped after 1 s.", "still being read");
        server.answerQueries(source, NEVER);
        CompletableFuture<HttpResponse<String>> waiting = begin("/sql/1", "waiting");
        mayRead.countDown();
        assertThat(waiting.get().body()).contains("answer 1");
    }

    /** The page asks for the tables and for its first query at the same time. */
    @Test
    void queriesWaitForTheirTurn() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        AtomicInteger atOnce = new AtomicInteger();
        server.answerQueries(
                (capture, query, stop) -> {
                    int together = atOnce.incrementAndGet();
                    begun.countDown();
                    await(mayEnd);
                    atOnce.decrementAndGet();
                    return new SqlSource.Reply("[{\"together\": " + together + "}]", "");
                },
                NEVER);
        List<CompletableFuture<HttpResponse<String>>> asked = List.of(begin("a"), begin("b"));
        begun.await();
        mayEnd.countDown();
        for (CompletableFuture<HttpResponse<String>> each : asked) {
            assertThat(each.get().body()).contains("\"together\": 1");
        }
    }

    /** A query that ends only when it is stopped. */
    private static SqlSource.Reply endless(QueryStop stop) {
        CountDownLatch stopped = new CountDownLatch(1);
        stop.onStop(stopped::countDown);
        await(stopped);
        return new SqlSource.Reply("[]", "");
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ended) {
            throw new IllegalStateException(ended);
        }
    }

    private CompletableFuture<HttpResponse<String>> begin(String name) throws IOException {
        return begin("/sql/0", name);
    }

    private CompletableFuture<HttpResponse<String>> begin(String path, String name) throws IOException {
        HttpRequest request =
                request(path, "select 1", true).header("X-Tidemark-Query", name).build();
        return HttpClient.newHttpClient().sendAsync(request, HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> ask(String path, String query, boolean hasToken) throws Exception {
        return HttpClient.newHttpClient()
                .send(request(path, query, hasToken).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path, String query, boolean hasToken) throws IOException {
        HttpRequest.Builder request = hasToken
                ? Asked.request(server, path.substring(1))
                : HttpRequest.newBuilder(server.address().resolve(path));
        return request.POST(HttpRequest.BodyPublishers.ofString(query));
    }
}
