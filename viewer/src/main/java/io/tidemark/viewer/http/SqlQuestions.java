package io.tidemark.viewer.http;

import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.viewer.model.ShownText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;

/**
 * Answers the queries of the page about one capture at a time. The guard has let the request
 * through: it has the token. Any thread.
 */
final class SqlQuestions {
    private static final int LONGEST_QUERY = 64 << 10;
    private static final int LONGEST_MESSAGE = 4000;

    private final SqlSource source;
    private final CaptureList captures;
    private final Semaphore turn = new Semaphore(1); // an engine takes half of the memory

    SqlQuestions(SqlSource source, CaptureList captures) {
        this.source = source;
        this.captures = captures;
    }

    void answer(PageExchange exchange) throws IOException {
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
        } else if (!turn.tryAcquire()) {
            Answer.refuse(exchange, 503, "Another query is still being answered.");
        } else {
            try {
                Path root = slot.get().await().view().directory().root();
                Answer.send(exchange, "application/json", json(source.ask(root, query)));
            } catch (ExecutionException unread) {
                Answer.failed(exchange, slot.get().failure().orElse("It could not be read."));
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            } finally {
                turn.release();
            }
        }
    }

    /** Rows are JSON already. */
    private static byte[] json(SqlSource.Reply reply) {
        StringBuilder message = new StringBuilder();
        new JsonWriter(message, 0).value(cut(reply.message())).finish();
        String rows = reply.rows().isBlank() ? "null" : reply.rows();
        return "{\"rows\":%s,\"message\":%s}"
                .formatted(rows, message)
                .getBytes(StandardCharsets.UTF_8);
    }

    private static String cut(String message) {
        String shown = message.lines().map(ShownText::of).reduce((a, b) -> a + "\n" + b).orElse("");
        return shown.length() > LONGEST_MESSAGE ? shown.substring(0, LONGEST_MESSAGE) : shown;
    }
}
