package io.tidemark.viewer.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.lab.generate.CaptureGenerator;
import io.tidemark.lab.generate.GeneratorOptions;
import io.tidemark.viewer.GeneratedCapture;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What-if questions of pages, over real sockets; the engine is played here. */
class WhatIfQuestionsTest {
    @TempDir
    Path directory;

    private final HttpClient client = HttpClient.newHttpClient();
    private final Engine engine = new Engine();
    private ViewerServer server;
    private Path capture;

    /** Answers with what it was asked; {@code slow} takes until it is withdrawn. */
    private static final class Engine implements WhatIfSource, WhatIfSource.Replayed {
        final BlockingQueue<String> begun = new LinkedBlockingQueue<>();
        final BlockingQueue<Path> drawn = new LinkedBlockingQueue<>();
        int opened;
        volatile boolean hasDrawn;

        @Override
        public Replayed open(CaptureDirectory capture, BooleanSupplier isStopped) {
            opened++;
            return this;
        }

        @Override
        public String controls() {
            return "{\"runs\": 7}";
        }

        @Override
        public String predict(List<String> changes, BooleanSupplier isStopped) throws RefusedException {
            begun.add(changes.getFirst());
            if (changes.contains("hung")) {
                throw new RefusedException("no prediction: <b>\u202Eit hung");
            }
            while (changes.contains("slow")) {
                if (isStopped.getAsBoolean()) {
                    throw new CancellationException("withdrawn");
                }
                Thread.onSpinWait();
            }
            return "{\"changes\": \"%s\"}".formatted(changes);
        }

        @Override
        public String draw(List<String> changes, Path into, BooleanSupplier isStopped) throws IOException {
            drawn.add(into);
            if (changes.contains("too large")) {
                throw new OutOfMemoryError("played");
            }
            boolean isSlow = changes.contains("slow");
            if (isSlow) {
                begun.add("slow");
                while (!isStopped.getAsBoolean()) {
                    Thread.onSpinWait();
                }
                Files.createDirectories(into); // as one that looks too late would
            }
            CaptureGenerator.generate(GeneratorOptions.of(isSlow ? 2_000 : 20, 1), into);
            hasDrawn = true;
            return "{}";
        }

        @Override
        public String best(List<String> changes, BooleanSupplier isStopped) {
            throw new IllegalStateException("a fault of the engine");
        }
    }

    @BeforeEach
    void start() throws IOException {
        capture = GeneratedCapture.in(directory.resolve("capture"), GeneratorOptions.of(50, 2));
        server = ViewerServer.start(0, Optional.empty());
        server.add("generated", () -> GeneratedCapture.view(capture));
    }

    @AfterEach
    void stop() {
        server.close();
        client.close();
    }

    @Test
    void aQuestionIsAnsweredWithTheTokenAlone() throws Exception {
        assertThat(ask("predict", "page").statusCode()).isEqualTo(404);
        assertThat(get("captures.json").body()).contains("\"whatIf\": false");
        server.answerWhatIf(engine);
        assertThat(get("captures.json").body()).contains("\"whatIf\": true");
        assertThat(ask("controls", "page").body()).isEqualTo("{\"runs\": 7}");
        assertThat(ask("predict", "page\nkernel%3Da%0Ab%3D0.5x").body())
                .isEqualTo("{\"changes\": \"[kernel=a\nb=0.5x]\"}");
        assertThat(engine.opened).isOne();
        HttpRequest stranger = post("predict", "page\nclusters%3D1").build();
        assertThat(client.send(stranger, BodyHandlers.ofString()).statusCode()).isEqualTo(403);
        assertThat(ask("predict", "page\n%zz").statusCode()).isEqualTo(400);
        assertThat(ask("predict", "x".repeat(70_000)).statusCode()).isEqualTo(400);
        assertThat(ask("everything", "page").statusCode()).isEqualTo(405);
    }

    @Test
    void aRefusalIsASentenceAndAFaultToo() throws Exception {
        server.answerWhatIf(engine);
        assertThat(ask("predict", "page\nhung").body())
                .isEqualTo("{\"refusal\": \"no prediction: \\u003cb>‹U+202E›it hung\"}");
        assertThat(ask("best", "page").body()).contains("refusal", "a fault of the engine");
        assertThat(ask("predict", "page\nnext").body()).contains("[next]");
    }

    /** Other pages go on while one is predicted; a newer question withdraws the older one. */
    @Test
    void aNewerQuestionOfAPageWithdrawsTheOlderOne() throws Exception {
        server.answerWhatIf(engine);
        CompletableFuture<String> slow = later("one\nslow");
        assertThat(engine.begun.take()).isEqualTo("slow");
        CompletableFuture<String> other = later("two\nof another page");
        assertThat(get("capture/0/meta.json").statusCode()).isEqualTo(200);
        assertThat(other).isNotDone(); // one at a time
        CompletableFuture<String> newer = later("one\nnewer");
        assertThat(slow.get()).isEqualTo("{\"stopped\":true}");
        assertThat(other.get()).contains("[of another page]");
        assertThat(newer.get()).contains("[newer]");
        CompletableFuture<String> left = later("one\nslow");
        engine.begun.take();
        engine.begun.take();
        assertThat(engine.begun.take()).isEqualTo("slow");
        assertThat(ask("stop", "one").body()).isEqualTo("{\"stopped\":true}");
        assertThat(left.get()).isEqualTo("{\"stopped\":true}");
    }

    /** However often one page draws, others keep theirs. */
    @Test
    void theLastPredictedRunOfAPageIsShownAndGoesWithTheServer() throws Exception {
        server.answerWhatIf(engine);
        draw("one", 1);
        for (int number = 2; number <= 6; number++) {
            draw("two", number);
        }
        assertThat(get("predicted/1/meta.json").body()).contains("\"predicted-1\"");
        assertThat(get("predicted/5/tile/0/0/0"))
                .extracting(HttpResponse::statusCode, HttpResponse::body)
                .containsExactly(500, "This predicted run is gone; move a slider to draw it again.\n");
        assertThat(get("predicted/6/meta.json").body()).contains("\"predicted-6\"");
        assertThat(get("predicted/6/tile/0/0/0").statusCode()).isEqualTo(200);
        assertThat(get("predicted/99999999999/meta.json").statusCode()).isEqualTo(404);
        assertThat(get("predicted/6/no/such").statusCode()).isEqualTo(404);
        assertThat(engine.drawn).filteredOn(Files::exists).hasSize(2);
        server.close();
        assertThat(engine.drawn).noneMatch(Files::exists);
        assertThat(engine.drawn.element().getParent()).doesNotExist();
    }

    /** Pages that are closed say nothing: their runs go when others need the place or memory. */
    @Test
    void predictedRunsOfManyPagesAndOfAFullHeapGo() throws Exception {
        server.answerWhatIf(engine);
        for (int number = 1; number <= 9; number++) {
            draw("page " + number, number);
        }
        assertThat(get("predicted/1/meta.json").statusCode()).isEqualTo(500);
        assertThat(get("predicted/2/meta.json").statusCode()).isEqualTo(200);
        assertThat(engine.drawn).filteredOn(Files::exists).hasSize(8);
        assertThat(ask("draw", "page\ntoo large").body()).contains("heap is too small");
        assertThat(get("predicted/9/meta.json").statusCode()).isEqualTo(500);
        assertThat(engine.drawn).noneMatch(Files::exists);
    }

    private void draw(String page, int number) throws Exception {
        assertThat(ask("draw", page + "\na").body()).isEqualTo("{\"predicted\":%d,\"answer\":{}}".formatted(number));
    }

    /** A server that closes leaves no question behind. */
    @Test
    void closingWithdrawsTheQuestion() throws Exception {
        server.answerWhatIf(engine);
        CountDownLatch done = new CountDownLatch(1);
        later("one\nslow").whenComplete((answer, failure) -> done.countDown());
        engine.begun.take();
        server.close();
        done.await();
    }

    /** Also what is written when the server closes goes. */
    @Test
    void closingWaitsForWhatIsBeingDrawn() throws Exception {
        server.answerWhatIf(engine);
        client.sendAsync(withToken(post("draw", "one\nslow")), BodyHandlers.ofString());
        assertThat(engine.begun.take()).isEqualTo("slow");
        server.close();
        assertThat(engine.hasDrawn).isTrue();
        assertThat(engine.drawn.element().getParent()).doesNotExist();
    }

    private CompletableFuture<String> later(String body) {
        return client.sendAsync(withToken(post("predict", body)), BodyHandlers.ofString())
                .thenApply(HttpResponse::body);
    }

    private HttpResponse<String> ask(String verb, String body) throws Exception {
        return client.send(withToken(post(verb, body)), BodyHandlers.ofString());
    }

    private HttpRequest.Builder post(String verb, String body) {
        return HttpRequest.newBuilder(server.address().resolve("/whatif/0/" + verb))
                .POST(HttpRequest.BodyPublishers.ofString(body.replace(' ', '+')));
    }

    private HttpRequest withToken(HttpRequest.Builder request) {
        String token = server.address().getQuery().replaceFirst("token=", "");
        return request.header("X-Tidemark-Token", token).build();
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(Asked.of(server, path), BodyHandlers.ofString());
    }
}
