package io.tidemark.viewer.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.directory.CaptureFinder;
import io.tidemark.lab.generate.GeneratorOptions;
import io.tidemark.viewer.GeneratedCapture;
import io.tidemark.viewer.index.ViewIndex;
import io.tidemark.viewer.model.CaptureView;
import io.tidemark.viewer.resource.CaptureResources;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the server says of a capture with an index while it is read again. */
class IndexedCaptureTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir
    Path directory;

    @TempDir
    Path other;

    private CaptureView view;
    private final CountDownLatch read = new CountDownLatch(1);

    @BeforeEach
    void makeTheIndex() throws IOException {
        GeneratedCapture.in(directory, GeneratorOptions.of(500, 23));
        view = GeneratedCapture.view(directory);
        index().orElseThrow().make(new CaptureResources(view));
    }

    private Optional<ViewIndex> index() throws IOException {
        return ViewIndex.of(CaptureFinder.at(directory), 0);
    }

    private ViewerServer serve(Callable<CaptureView> reader) throws IOException {
        ViewerServer server = ViewerServer.start(0, Optional.empty());
        server.add("indexed", this::index, () -> {
            read.await();
            return reader.call();
        });
        return server;
    }

    private static HttpResponse<byte[]> ask(ViewerServer server, String piece)
            throws IOException, InterruptedException {
        return CLIENT.send(Asked.of(server, piece), HttpResponse.BodyHandlers.ofByteArray());
    }

    /**
     * Asks until the capture is in a state, which changes on another thread; any state but those
     * before it is wrong.
     */
    private static void await(ViewerServer server, String state) throws IOException, InterruptedException {
        String list;
        do {
            list = new String(ask(server, "captures.json").body(), StandardCharsets.UTF_8);
            list = list.replace(" ", "");
        } while (!list.contains("\"state\":\"" + state)
                && (list.contains("\"reading\"") || list.contains("\"indexed\"")));
        assertThat(list).contains("\"state\":\"" + state);
    }

    @Test
    void theIndexAnswersAtOnceAndTheRestIsToBeAskedAgain() throws IOException, InterruptedException {
        CaptureResources known = new CaptureResources(view);
        try (ViewerServer server = serve(() -> view)) {
            await(server, "indexed");
            for (String piece : new String[] {"meta.json", "tile/0/0/0", "hints.json"}) {
                HttpResponse<byte[]> answer = ask(server, "capture/0/" + piece);
                assertThat(answer.statusCode()).as(piece).isEqualTo(200);
                assertThat(Arrays.equals(answer.body(), known.read(piece).orElseThrow()))
                        .as(piece)
                        .isTrue();
            }
            assertThat(ask(server, "capture/0/runs/0").statusCode()).isEqualTo(202);
            assertThat(ask(server, "capture/0/no/such").statusCode()).isEqualTo(202);
            read.countDown();
            await(server, "ready\",\"renewed\":false");
            assertThat(ask(server, "capture/0/runs/0").body())
                    .isEqualTo(known.read("runs/0").orElseThrow());
            assertThat(ask(server, "capture/0/no/such").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void aReadingThatSaysSomethingElseIsBelieved() throws IOException, InterruptedException {
        GeneratedCapture.in(other, GeneratorOptions.of(300, 24));
        CaptureView changed = GeneratedCapture.view(other);
        try (ViewerServer server = serve(() -> changed)) {
            await(server, "indexed");
            read.countDown();
            await(server, "ready\",\"renewed\":true");
            assertThat(ask(server, "capture/0/meta.json").body())
                    .isEqualTo(new CaptureResources(changed).read("meta.json").orElseThrow());
        }
    }

    @Test
    void whoAsksBeforeTheIndexIsOpenWaitsForItAndNotForTheCapture() throws Exception {
        CountDownLatch opened = new CountDownLatch(1);
        CaptureSlot slot = new CaptureSlot(
                "indexed",
                "",
                Optional.empty(),
                () -> {
                    opened.await();
                    return index();
                },
                () -> {
                    read.await();
                    return view;
                });
        CompletableFuture<Optional<byte[]>> found = new CompletableFuture<>();
        Thread asking = Thread.ofPlatform().start(() -> {
            try {
                found.complete(slot.indexed("meta.json"));
            } catch (InterruptedException stopped) {
                found.completeExceptionally(stopped);
            }
        });
        while (asking.isAlive() && asking.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        opened.countDown();
        assertThat(found.get()).isPresent();
        read.countDown();
    }

    @Test
    void aCaptureThatCannotBeReadAnyMoreIsNotShownFromItsIndex() throws IOException, InterruptedException {
        try (ViewerServer server = serve(() -> {
            throw new IOException("the disk is gone");
        })) {
            await(server, "indexed");
            read.countDown();
            await(server, "failed");
            HttpResponse<byte[]> answer = ask(server, "capture/0/meta.json");
            assertThat(answer.statusCode()).isEqualTo(500);
            assertThat(new String(answer.body(), StandardCharsets.UTF_8)).contains("the disk is gone");
        }
    }
}
