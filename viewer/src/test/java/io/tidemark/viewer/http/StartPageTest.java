package io.tidemark.viewer.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.lab.generate.GeneratorOptions;
import io.tidemark.viewer.GeneratedCapture;
import io.tidemark.viewer.model.CaptureView;
import io.tidemark.viewer.resource.CaptureResources;
import io.tidemark.viewer.timeline.Timeline;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the page brings along, asked over real sockets. */
class StartPageTest {
    private static final String HOSTILE = "</script><img src=x>";

    @TempDir
    static Path directory;

    private static CaptureView view;

    @BeforeAll
    static void generate() throws IOException {
        GeneratedCapture.in(directory, GeneratorOptions.of(500, 2));
        view = GeneratedCapture.view(directory);
    }

    /** Scripts and styles load while the server looks at the capture. */
    @Test
    void theLanesOfTheFirstLookFollowThePageThatIsThereAtOnce() throws IOException {
        CountDownLatch looked = new CountDownLatch(1);
        CountDownLatch shown = new CountDownLatch(1);
        Timeline picture = view.timeline();
        try (ViewerServer server = ViewerServer.start(0, Optional.empty())) {
            server.waitForLanes(Duration.ofSeconds(60));
            server.add(
                    HOSTILE,
                    () -> {
                        looked.await();
                        return Optional.of(picture);
                    },
                    () -> {
                        shown.await();
                        return view;
                    });
            try (Socket socket = ask(server, "")) {
                InputStream in = new BufferedInputStream(socket.getInputStream());
                String page = until(in, "src=\"app/page.js\" async");
                assertThat(page).contains("style/base.css", "<main").doesNotContain("captures");
                looked.countDown();
                String rest = rest(in);
                assertThat(rest)
                        .contains("data-piece=\"captures.json\">{", "\"state\": \"reading\"")
                        .contains("data-piece=\"preview/0/meta.json\">{", "\"READING\"")
                        .contains("\\u003c/script>\\u003cimg src=x>")
                        .doesNotContain(HOSTILE)
                        .endsWith("}\n</script>\n</body>\n</html>\n");
            } finally {
                shown.countDown();
            }
        }
    }

    @Test
    void theLanesOfACaptureThatIsReadComeWithThePage() throws IOException {
        String meta = new String(new CaptureResources(view).read("meta.json").orElseThrow(), StandardCharsets.UTF_8);
        try (ViewerServer server = ViewerServer.start(0, Optional.empty())) {
            server.add("read", () -> view);
            assertThat(answer(server, "capture/0/meta.json")).endsWith(meta); // when it is read
            assertThat(answer(server, "")).contains("\"state\": \"ready\"", "\"capture/0/meta.json\">" + meta);
        }
    }

    /** So the JVM says that a mapped file has become shorter. */
    @Test
    void aFirstLookThatEndsInAnInternalErrorIsNone() throws IOException {
        try (ViewerServer server = ViewerServer.start(0, Optional.empty())) {
            server.add(
                    "shrunk",
                    () -> {
                        throw new InternalError("a fault occurred in a memory access");
                    },
                    () -> view);
            assertThat(answer(server, "capture/0/meta.json")).startsWith("HTTP/1.1 200");
        }
    }

    private static String answer(ViewerServer server, String path) throws IOException {
        try (Socket socket = ask(server, path)) {
            return rest(socket.getInputStream());
        }
    }

    private static Socket ask(ViewerServer server, String path) throws IOException {
        Socket socket = new Socket("127.0.0.1", server.address().getPort());
        String token = "X-Tidemark-Token: " + server.address().getQuery().substring("token=".length());
        String head = "GET /" + path + " HTTP/1.1\r\nHost: localhost\r\n" + token + "\r\nConnection: close\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static String until(InputStream in, String end) throws IOException {
        StringBuilder text = new StringBuilder();
        for (int next = in.read(); next >= 0; next = in.read()) {
            text.append((char) next);
            if (text.indexOf(end) >= 0) {
                break;
            }
        }
        return text.toString();
    }

    private static String rest(InputStream in) throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
}
