package io.tidemark.viewer.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Sends answers, each with the headers that keep the page to itself. Stateless. */
final class Answer {
    /** What a page of ours may load: its own files from this server, and nothing else. */
    static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                    + " connect-src 'self'; base-uri 'none'; form-action 'none';"
                    + " frame-ancestors 'none'";

    private Answer() {}

    static void send(HttpExchange exchange, String type, byte[] body) throws IOException {
        send(exchange, 200, type, body);
    }

    static void notFound(HttpExchange exchange) throws IOException {
        send(exchange, 404, "text/plain; charset=utf-8", text("There is nothing of that name."));
    }

    /** A refusal also ends the connection, so that a body that follows is never read. */
    static void refuse(HttpExchange exchange, int status, String sentence) throws IOException {
        exchange.getResponseHeaders().set("Connection", "close");
        send(exchange, status, "text/plain; charset=utf-8", text(sentence));
    }

    static void failed(HttpExchange exchange, String sentence) throws IOException {
        send(exchange, 500, "text/plain; charset=utf-8", text(sentence));
    }

    static void setCommon(HttpExchange exchange, String type) {
        Headers headers = exchange.getResponseHeaders();
        headers.set("Content-Type", type);
        headers.set("Content-Security-Policy", POLICY);
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Cross-Origin-Resource-Policy", "same-origin");
        headers.set("Cross-Origin-Opener-Policy", "same-origin");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Cache-Control", "no-store");
    }

    private static void send(HttpExchange exchange, int status, String type, byte[] body)
            throws IOException {
        setCommon(exchange, type);
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.getResponseHeaders().set("Content-Length", Integer.toString(body.length));
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
            return;
        }
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    private static byte[] text(String sentence) {
        return (sentence + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
