package io.tidemark.viewer.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.StoredCapture;
import io.tidemark.lab.generate.GeneratorOptions;
import io.tidemark.viewer.GeneratedCapture;
import io.tidemark.viewer.home.CaptureShelf;
import io.tidemark.viewer.model.CaptureViewReader;
import io.tidemark.viewer.notes.NotesFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may read and who may change: forwarded ports, links, tokens, other addresses. */
class PageAccessTest {
    @TempDir
    static Path directory;

    private static ViewerServer local;
    private static ViewerServer open;
    private static Path outputs;

    @BeforeAll
    static void start() throws IOException {
        outputs = Files.createDirectory(directory.resolve("outputs"));
        Path capture = Files.createDirectory(outputs.resolve("run <b>1"));
        GeneratedCapture.in(capture, GeneratorOptions.of(300, 2).withCertificate());
        local = serve(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
        open = serve(InetAddress.getByAddress(new byte[] {0, 0, 0, 0}));
    }

    private static ViewerServer serve(InetAddress address) throws IOException {
        return ViewerServer.start(
                new ViewerServer.ServerOptions(
                        address,
                        0,
                        Optional.of(new CaptureShelf(outputs)),
                        found -> CaptureViewReader.read(StoredCapture.open(found))),
                Optional.empty());
    }

    @AfterAll
    static void stop() {
        local.close();
        open.close();
    }

    private static String token(ViewerServer server) {
        return server.address().getQuery().substring("token=".length());
    }

    private static String header(ViewerServer server) {
        return "X-Tidemark-Token: " + token(server) + "\r\n";
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost:9000", "127.0.0.1:1", "[::1]:65000", "localhost", "127.1.2.3:80"})
    void anotherUserOfThisMachineReadsNothing(String host) {
        for (ViewerServer server : new ViewerServer[] {local, open}) {
            for (String path :
                    new String[] {"/", "/captures.json", "/home.json", "/capture/0/meta.json", "/live/events"}) {
                for (String sent : new String[] {"", "X-Tidemark-Token:\r\n", header(server == local ? open : local)}) {
                    assertThat(get(server, path, host, sent))
                            .startsWith("HTTP/1.1 403")
                            .contains("The token is missing", "open the whole address")
                            .contains("Referrer-Policy: no-referrer")
                            .doesNotContain("run ", token(server));
                }
            }
            assertThat(get(server, "/app/main.js", host, "")).startsWith("HTTP/1.1 200");
        }
    }

    /** A tunnel may have any name and any port. */
    @ParameterizedTest
    @ValueSource(strings = {"localhost:9000", "[::1]:65000", "machine.example:8080", "tunnel"})
    void theTokenIsAnsweredUnderEveryName(String host) {
        for (ViewerServer server : new ViewerServer[] {local, open}) {
            assertThat(get(server, "/?token=" + token(server), host, "")).startsWith("HTTP/1.1 200");
            assertThat(get(server, "/captures.json", host, header(server))).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void aLinkOfAnotherPageOpensButReadsNothing() {
        String link = header(local) + "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: ";
        String page = "/?token=" + token(local);
        assertThat(get(local, page, "localhost:9", link + "document\r\n")).startsWith("HTTP/1.1 200");
        assertThat(get(local, page, "localhost:9", link + "iframe\r\n")).startsWith("HTTP/1.1 403");
        assertThat(get(local, "/captures.json", "localhost:9", link + "document\r\n"))
                .startsWith("HTTP/1.1 403");
        String script = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n";
        assertThat(get(local, "/app/main.js", "localhost:9", script + "Sec-Fetch-Dest: script\r\n"))
                .startsWith("HTTP/1.1 403");
    }

    @Test
    void nothingChangesWithoutTokenAndOwnOrigin() {
        String own = "Origin: http://localhost:9\r\n";
        for (String path : new String[] {"/open", "/drop", "/capture/0/notes.json"}) {
            assertThat(post(local, path, own, "x")).startsWith("HTTP/1.1 403").contains("token");
            for (String origin : new String[] {"http://evil.example", "null", "http://localhost:8"}) {
                assertThat(post(local, path, header(local) + "Origin: " + origin + "\r\n", "x"))
                        .startsWith("HTTP/1.1 403");
            }
            assertThat(post(local, path, header(local) + own + "Sec-Fetch-Site: same-site\r\n", "x"))
                    .startsWith("HTTP/1.1 403");
        }
        assertThat(post(local, "/captures.json", header(local) + own, "x")).startsWith("HTTP/1.1 405");
    }

    @Test
    void aShelfSaysWhatItsCapturesAreAndOpensThemByName() throws Exception {
        String list = get(local, "/home.json", "localhost:9", header(local));
        for (int at = 0; at < 600 && !list.contains("\"judged\""); at++) {
            Thread.onSpinWait();
            list = get(local, "/home.json", "localhost:9", header(local));
        }
        assertThat(list)
                .contains("\"name\": \"run \\u003cb>1\"")
                .contains("\"verdict\": \"COMPLETE\"", "\"makespanNanos\":");
        String opened = post(local, "/open", header(local), "run <b>1");
        assertThat(opened).startsWith("HTTP/1.1 200").contains("{\"capture\":");
        assertThat(post(local, "/open", header(local), "run <b>1")).isEqualTo(opened);
        assertThat(post(local, "/open", header(local), "../outputs")).startsWith("HTTP/1.1 404");
        assertThat(post(local, "/open", header(local), "")).startsWith("HTTP/1.1 404");
    }

    @Test
    void notesAreKeptBesideTheCaptureAndNeverLostToASecondWriter() throws Exception {
        String opened = post(local, "/open", header(local), "run <b>1");
        int number = number(opened);
        String path = "/capture/" + number + "/notes.json";
        assertThat(get(local, path, "localhost:9", header(local))).contains("\"revision\": 0");
        String note =
                "{\"revision\":0,\"notes\":[{\"text\":\"<img src=x> here\",\"beginNanos\":5,\"endNanos\":9,\"task\":\"7\"}]}";
        assertThat(post(local, path, header(local), note)).startsWith("HTTP/1.1 200");
        Path file = outputs.resolve("run <b>1").resolve(NotesFile.FILE_NAME);
        assertThat(file).content().contains("here", "\"revision\": 1");
        assertThat(post(local, path, header(local), note)).startsWith("HTTP/1.1 409");
        assertThat(post(local, path, header(local), "[]")).startsWith("HTTP/1.1 400");
        StoredCapture again = StoredCapture.open(outputs.resolve("run <b>1"));
        assertThat(again.verdict().kind().name()).isEqualTo("COMPLETE");
        Files.writeString(file, "{ broken");
        assertThat(get(local, path, "localhost:9", header(local))).contains("cannot be read");
        assertThat(post(local, path, header(local), note)).startsWith("HTTP/1.1 409");
        assertThat(file).content().isEqualTo("{ broken");
        Files.delete(file);
    }

    @Test
    void whatIsDroppedIsOpenedAndLeadsNowhereElse() throws Exception {
        int drop = number(post(local, "/drop", header(local), ""));
        String place = "/drop/" + drop;
        for (String name : new String[] {"..%2Fevil", "a/../../evil", "%2Fetc%2Fpasswd", "a%00b", "a%5Cb", ""}) {
            assertThat(post(local, place, header(local) + "X-Tidemark-Path: " + name + "\r\n", "x"))
                    .as(name)
                    .startsWith("HTTP/1.1 400");
        }
        assertThat(post(local, "/drop/999", header(local) + "X-Tidemark-Path: a\r\n", "x"))
                .startsWith("HTTP/1.1 400");
        String deps = "{\"tasks\":[],\"tensors\":[],\"edges\":[]}";
        String name = "X-Tidemark-Path: my%20run/deps.json\r\n";
        assertThat(post(local, place, header(local) + name, deps)).startsWith("HTTP/1.1 200");
        int capture = number(post(local, place + "/done", header(local), ""));
        assertThat(capture).isNotNegative();
        assertThat(get(local, "/captures.json", "localhost:9", header(local))).contains("\"my run\"");
    }

    private static int number(String answer) {
        Matcher found = Pattern.compile("\\{\"\\w+\":(-?\\d+)}").matcher(answer);
        assertThat(found.find()).as(answer).isTrue();
        return Integer.parseInt(found.group(1));
    }

    private static String get(ViewerServer server, String path, String host, String headers) {
        return ask(server, "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\n" + headers, "");
    }

    private static String post(ViewerServer server, String path, String headers, String body) {
        int size = body.getBytes(StandardCharsets.UTF_8).length;
        String head =
                "POST %s HTTP/1.1\r\nHost: localhost:9\r\nContent-Length: %d\r\n%s".formatted(path, size, headers);
        return ask(server, head, body);
    }

    /** Sends bytes as they are, because a client library would mend what is under test here. */
    private static String ask(ViewerServer server, String head, String body) {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        try (Socket socket = new Socket("127.0.0.1", server.address().getPort())) {
            socket.setSoTimeout(30_000);
            String request = head + "Connection: close\r\n\r\n" + body;
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            socket.getInputStream().transferTo(answer);
        } catch (IOException cut) {
            answer.writeBytes("(connection cut)".getBytes(StandardCharsets.UTF_8));
        }
        return answer.toString(StandardCharsets.UTF_8);
    }
}
