package io.tidemark.viewer.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Sends answers, each with the headers that keep the page to itself. Stateless. */
final class Answer {
    /** What a page of ours may load: its own files from this server, and nothing else. */
    static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
            + " connect-src 'self'; base-uri 'none'; form-action 'none';"
            + " frame-ancestors 'none'";

    private static final String TEXT = "text/plain; charset=utf-8";

    private Answer() {}

    static void send(PageExchange exchange, String type, byte[] body) throws IOException {
        send(exchange, 200, type, body);
    }

    static void notFound(PageExchange exchange) throws IOException {
        send(exchange, 404, TEXT, text("There is nothing of that name."));
    }

    /** There is an answer, but not yet: a page asks again and holds no connection meanwhile. */
    static void later(PageExchange exchange) throws IOException {
        send(exchange, 202, TEXT, text("The capture is still being read."));
    }

    /** A refusal also ends the connection, so that a body that follows is never read. */
    static void refuse(PageExchange exchange, int status, String sentence) throws IOException {
        exchange.close();
        send(exchange, status, TEXT, text(sentence));
    }

    static void conflict(PageExchange exchange, String sentence) throws IOException {
        send(exchange, 409, TEXT, text(sentence));
    }

    static void failed(PageExchange exchange, String sentence) throws IOException {
        send(exchange, 500, TEXT, text(sentence));
    }

    static void setCommon(PageExchange exchange, String type) {
        exchange.set("Content-Type", type);
        exchange.set("Content-Security-Policy", POLICY);
        exchange.set("X-Content-Type-Options", "nosniff");
        exchange.set("Cross-Origin-Resource-Policy", "same-origin");
        exchange.set("Cross-Origin-Opener-Policy", "same-origin");
        exchange.set("Referrer-Policy", "no-referrer");
        exchange.set("Cache-Control", "no-store");
    }

    private static void send(PageExchange exchange, int status, String type, byte[] body) throws IOException {
        setCommon(exchange, type);
        exchange.send(status, body);
    }

    private static byte[] text(String sentence) {
        return (sentence + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
