package io.tidemark.viewer.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.lab.generate.GeneratorOptions;
import io.tidemark.viewer.GeneratedCapture;
import io.tidemark.viewer.live.LiveSnapshot;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the server lets through, asked over real sockets. */
class ViewerServerTest {
    @TempDir
    static Path directory;

    private static ViewerServer server;
    private static int port;

    @BeforeAll
    static void start() throws IOException {
        GeneratedCapture.in(directory, GeneratorOptions.of(500, 2));
        server = ViewerServer.start(0, Optional.empty());
        server.add("generated", () -> GeneratedCapture.view(directory));
        port = server.address().getPort();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void aPlainReadIsAnsweredWithAStrictPolicy() throws IOException {
        String answer = ask("GET / HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n");
        assertThat(answer).startsWith("HTTP/1.1 200");
        assertThat(answer).contains("default-src 'none'").contains("script-src 'self'");
        assertThat(answer).doesNotContain("unsafe-inline").doesNotContain("Access-Control");
        assertThat(answer.toLowerCase(java.util.Locale.ROOT))
                .contains("x-content-type-options: nosniff")
                .contains("cross-origin-resource-policy: same-origin");
        assertThat(answer).contains("<title>Tidemark</title>");
    }

    @Test
    void aMissingEmptyOrDoubledHostIsRefused() throws IOException {
        String ours = "Host: 127.0.0.1:" + port + "\r\n";
        assertThat(ask("GET /captures.json HTTP/1.1\r\n")).doesNotContain("200 OK");
        assertThat(ask("GET /captures.json HTTP/1.1\r\nHost:\r\n")).doesNotContain("200 OK");
        assertThat(ask("GET /captures.json HTTP/1.0\r\n")).doesNotContain("generated");
        assertThat(ask("GET /captures.json HTTP/1.1\r\n" + ours + "Host: evil.example\r\n"))
                .doesNotContain("generated");
    }

    @Test
    void aStrangersPageIsRefusedEvenWithOurHost() throws IOException {
        String head = "GET /captures.json HTTP/1.1\r\nHost: localhost:" + port + "\r\n";
        assertThat(ask(head + "Sec-Fetch-Site: cross-site\r\n")).startsWith("HTTP/1.1 403");
        assertThat(ask(head + "Sec-Fetch-Site: same-site\r\n")).startsWith("HTTP/1.1 403");
        assertThat(ask(head + "Sec-Fetch-Site: same-origin\r\n")).startsWith("HTTP/1.1 200");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/../../../../etc/passwd",
                "/app/../../secret",
                "/%2e%2e/%2e%2e/etc/passwd",
                "/capture/0/../../certificate.json",
                "/capture/0/deps.json",
                "/capture/0//meta.json",
                "/capture/0/args_dump/args.bin",
                "/capture/7/meta.json",
                "/capture/-1/meta.json",
                "/capture/0/meta.json?x=1",
                "/app/%00main.js",
                "/META-INF/MANIFEST.MF",
                "/app/main.js/",
                "/capture/00000000000/meta.json",
                "/live/events"
            })
    void noPathLeadsOutOfThePage(String path) throws IOException {
        String answer = ask("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n");
        assertThat(answer).matches("(?s)HTTP/1.1 (400|404).*").doesNotContain("root:");
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"})
    void nothingCanBeChanged(String method) throws IOException {
        String answer = ask(method + " / HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n");
        assertThat(answer).startsWith("HTTP/1.1 405").contains("GET, HEAD");
    }

    @Test
    void headHasTheHeadersOfGetAndNoBody() throws IOException {
        String answer = ask("HEAD /app/main.js HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n");
        assertThat(answer).startsWith("HTTP/1.1 200").doesNotContain("import");
        assertThat(answer.toLowerCase(java.util.Locale.ROOT)).contains("text/javascript");
    }

    @Test
    void anOversizedRequestEndsWithoutAnAnswerThatCosts() throws IOException {
        String host = "Host: 127.0.0.1:" + port + "\r\n";
        String longPath = "/" + "a".repeat(4_000);
        assertThat(ask("GET " + longPath + " HTTP/1.1\r\n" + host)).startsWith("HTTP/1.1 414");
        assertThat(ask("GET / HTTP/1.1\r\n" + host + "Content-Length: 99999999999\r\n"))
                .startsWith("HTTP/1.1 413");
        assertThat(ask("GET / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n"))
                .startsWith("HTTP/1.1 413");
        StringBuilder manyHeaders = new StringBuilder();
        for (int at = 0; at < 500; at++) {
            manyHeaders.append("X-").append(at).append(": b\r\n");
        }
        assertThat(ask("GET / HTTP/1.1\r\n" + host + manyHeaders)).doesNotContain("200 OK");
        String bigHeader = "X-Big: " + "b".repeat(200_000) + "\r\n";
        assertThat(ask("GET / HTTP/1.1\r\n" + host + bigHeader)).doesNotContain("200 OK");
        assertThat(ask("GET / HTTP/1.1\r\n" + host)).startsWith("HTTP/1.1 200"); // still there
    }

    /** What is no request, or no address, is answered by us as well, with all our headers. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /% HTTP/1.1",
                "GET /%zz HTTP/1.1",
                "GET /a b HTTP/1.1",
                "GET  / HTTP/1.1",
                "GET / HTTP/2.0",
                "GET /^|{} HTTP/1.1",
                "GET /\u00e4 HTTP/1.1",
                "GET * HTTP/1.1",
                "GET http://[::1/ HTTP/1.1",
                "OPTIONS * HTTP/1.1",
                "GET",
                "\u0001\u0002\u0003",
                "GET / HTTP/1.1\r\nno header at all",
                "GET / HTTP/1.1\r\n: nameless",
                "GET / HTTP/1.1\r\n folded: header"
            })
    void whatCannotBeReadIsAnsweredInOurWords(String head) throws IOException {
        String answer = ask(head + "\r\nHost: 127.0.0.1:" + port + "\r\n");
        assertThat(answer)
                .matches("(?s)HTTP/1\\.1 4[0-9][0-9] [A-Z].*")
                .contains("Content-Security-Policy: default-src 'none'")
                .doesNotContain("<h1>", "Exception", "java.");
        String body = answer.substring(answer.indexOf("\r\n\r\n") + 4);
        assertThat(body).matches("[A-Z][^\n]*\\.\n");
    }

    @Test
    void aConnectionCarriesSeveralRequests() throws IOException {
        String host = "Host: 127.0.0.1:" + port + "\r\n";
        String answer = ask("GET /app/main.js HTTP/1.1\r\n"
                + host
                + "\r\nGET /nothing HTTP/1.1\r\n"
                + host
                + token()
                + "\r\n\r\nGET /captures.json HTTP/1.1\r\n"
                + host);
        assertThat(answer.split("HTTP/1.1 ", -1)).hasSize(4);
        assertThat(answer).contains("200 OK", "404 Not Found").endsWith("]}");
    }

    @Test
    void manyClientsGetTheSameBytesAtOnce() throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        byte[] expected = get(client, "capture/0/tile/0/0/0");
        assertThat(expected).isNotEmpty();
        try (ExecutorService threads = Executors.newFixedThreadPool(16)) {
            List<Callable<byte[]>> wishes = new ArrayList<>();
            for (int at = 0; at < 200; at++) {
                wishes.add(() -> get(client, "capture/0/tile/0/0/0"));
            }
            for (Future<byte[]> answer : threads.invokeAll(wishes)) {
                assertThat(answer.get()).isEqualTo(expected);
            }
        }
    }

    @Test
    void itListensOnLoopbackOnly() throws IOException {
        assertThat(server.address().getHost()).isEqualTo("127.0.0.1");
        // the same port is still free on another loopback address: nothing is bound to the wildcard
        try (ServerSocket other = new ServerSocket()) {
            other.bind(new InetSocketAddress("127.0.0.2", port));
            assertThat(other.isBound()).isTrue();
        }
    }

    @Test
    void aCaptureThatCannotBeReadSaysSo() throws Exception {
        try (ViewerServer broken = ViewerServer.start(0, Optional.empty())) {
            broken.add("broken", () -> {
                throw new IOException("the file ends at byte 7");
            });
            HttpClient client = HttpClient.newHttpClient();
            HttpResponse<String> answer =
                    client.send(Asked.of(broken, "capture/0/meta.json"), HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(500);
            assertThat(answer.body()).contains("the file ends at byte 7");
        }
    }

    /** Eighty files take a browser longer than one; single ones stay there to be looked at. */
    @Test
    void thePageLoadsOneScriptThatHoldsThemAll() throws Exception {
        String index = body(server, "");
        assertThat(index).contains("src=\"app/page.js\"").doesNotContain("module");
        String script = body(server, "app/page.js");
        assertThat(PageFiles.scripts()).allMatch(name -> script.contains("modules[\"" + name + "\"] = "));
        assertThat(script.lines()).noneMatch(line -> line.matches("(import|export)\\b.*"));
    }

    private static String body(ViewerServer asked, String path) throws Exception {
        return HttpClient.newHttpClient()
                .send(Asked.of(asked, path), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @Test
    void aRunIsWatchedUntilItEndsAndItsCaptureIsThere() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        try (ViewerServer live = ViewerServer.start(0, Optional.of(() -> snapshot(asked.incrementAndGet())))) {
            live.add("after the run", () -> GeneratedCapture.view(directory));
            HttpResponse<String> answer = HttpClient.newHttpClient()
                    .send(Asked.of(live, "live/events"), HttpResponse.BodyHandlers.ofString());
            List<String> events =
                    answer.body().lines().filter(line -> !line.isEmpty()).toList();
            assertThat(events).hasSize(3).allMatch(line -> line.startsWith("data: {"));
            assertThat(events.getLast()).contains("\"running\": false").contains("\"captures\": 1");
            assertThat(events.getFirst()).contains("\\u003cb>bold");
        }
    }

    private static LiveSnapshot snapshot(int number) {
        return new LiveSnapshot(
                "<b>bold",
                number < 3,
                false,
                number < 3 ? "" : "ended well",
                number * 1000L,
                number,
                number,
                -1,
                "",
                List.of(new LiveSnapshot.LaneProgress("AIC cores", "aic 0", number, "")),
                List.of(new LiveSnapshot.Gauge("ring", "1", 3, 4)),
                List.of(new LiveSnapshot.ChannelProgress("swimlane", 9, 8, 1)),
                List.of());
    }

    private static byte[] get(HttpClient client, String name) throws Exception {
        HttpResponse<byte[]> answer = client.send(Asked.of(server, name), HttpResponse.BodyHandlers.ofByteArray());
        assertThat(answer.statusCode()).isEqualTo(200);
        return answer.body();
    }

    private static String token() {
        return "X-Tidemark-Token: " + server.address().getQuery().substring("token=".length()) + "\r\n";
    }

    /** Sends bytes as they are, because a client library would mend what is under test here. */
    private static String ask(String head) {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(3_000); // a server that waits for a promised body has answered before
            byte[] request = (head + token() + "Connection: close\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1);
            socket.getOutputStream().write(request);
            socket.getInputStream().transferTo(answer);
        } catch (IOException cut) {
            answer.writeBytes("(connection cut)".getBytes(StandardCharsets.UTF_8));
        }
        return answer.toString(StandardCharsets.UTF_8);
    }
}
