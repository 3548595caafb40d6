package io.tidemark.viewer.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.lab.generate.GeneratorOptions;
import io.tidemark.viewer.GeneratedCapture;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queries of the page, over real sockets: only with the token, only where the command answers. */
class SqlQuestionsTest {
    @TempDir Path directory;

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
                (capture, query) ->
                        capture.equals(directory)
                                ? new SqlSource.Reply("[{\"n\": 1}]", "asked: " + query)
                                : new SqlSource.Reply("", "another capture"));
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
                (capture, query) -> {
                    throw new IllegalStateException("asked: " + query);
                });
        assertThat(ask("/sql/0", "select 1", false).statusCode()).isEqualTo(403);
        assertThat(ask("/sql/0", "x".repeat(70_000), true).statusCode()).isEqualTo(413);
        URI page = server.address().resolve("/sql/0");
        HttpRequest get = HttpRequest.newBuilder(page).build();
        assertThat(HttpClient.newHttpClient().send(get, HttpResponse.BodyHandlers.ofString()))
                .extracting(HttpResponse::statusCode)
                .isEqualTo(404);
    }

    private HttpResponse<String> ask(String path, String query, boolean hasToken) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(server.address().resolve(path))
                        .POST(HttpRequest.BodyPublishers.ofString(query));
        if (hasToken) {
            String token = server.pageAddress().getQuery().replaceFirst("token=", "");
            request.header("X-Tidemark-Token", token);
        }
        return HttpClient.newHttpClient()
                .send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
