package io.tidemark.viewer.http;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One request and the answer to it. Send once, or open a stream that ends with the connection. For
 * the thread of the connection.
 */
final class PageExchange {
    private static final int BUFFER = 1 << 16;

    private final PageRequest request;
    private final OutputStream out;
    private final InputStream body;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private boolean isAnswered;
    private boolean isLasting;

    /**
     * @param body what follows the head, as many bytes as it says
     */
    PageExchange(PageRequest request, OutputStream out, InputStream body) {
        this.request = request;
        this.out = out;
        this.body = body;
        this.isLasting = request.isLasting();
    }

    PageRequest request() {
        return request;
    }

    /** What follows the head of a change; it ends where the request does. */
    InputStream body() {
        return body;
    }

    /**
     * The whole body.
     *
     * @throws BadRequestException if it has more than {@code most} bytes, or ends early
     */
    byte[] bodyBytes(int most) throws IOException {
        long size = request.bodyBytes();
        if (size > most) {
            throw new BadRequestException(413, "more than " + most + " bytes");
        }
        byte[] bytes = body.readNBytes((int) size);
        if (bytes.length < size) {
            throw new BadRequestException(400, "fewer bytes than announced");
        }
        return bytes;
    }

    /** A header of the answer. */
    void set(String name, String value) {
        headers.put(name, value);
    }

    /** The connection ends after this answer. */
    void close() {
        isLasting = false;
    }

    boolean isAnswered() {
        return isAnswered;
    }

    boolean isLasting() {
        return isLasting;
    }

    /** The whole answer; of a HEAD only its head. */
    void send(int status, byte[] body) throws IOException {
        set("Content-Length", Integer.toString(body.length));
        OutputStream answer = new BufferedOutputStream(out, BUFFER);
        answer.write(head(status));
        if (!request.isHead()) {
            answer.write(body);
        }
        answer.flush();
    }

    /** An answer of no known length; it ends when the connection does. */
    OutputStream stream() throws IOException {
        close();
        out.write(head(200));
        out.flush();
        return out;
    }

    private byte[] head(int status) {
        isAnswered = true;
        if (!isLasting) {
            set("Connection", "close");
        }
        StringBuilder text = new StringBuilder("HTTP/1.1 ");
        text.append(status).append(' ').append(reason(status)).append("\r\n");
        headers.forEach(
                (name, value) -> text.append(name).append(": ").append(value).append("\r\n"));
        return RequestReader.ascii(text.append("\r\n").toString());
    }

    private static String reason(int status) {
        return switch (status) {
            case 200 -> "OK";
            case 202 -> "Accepted";
            case 400 -> "Bad Request";
            case 403 -> "Forbidden";
            case 404 -> "Not Found";
            case 405 -> "Method Not Allowed";
            case 409 -> "Conflict";
            case 411 -> "Length Required";
            case 413 -> "Content Too Large";
            case 414 -> "URI Too Long";
            case 431 -> "Request Header Fields Too Large";
            case 503 -> "Service Unavailable";
            default -> "Internal Server Error";
        };
    }
}
