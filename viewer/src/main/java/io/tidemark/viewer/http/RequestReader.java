package io.tidemark.viewer.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads the heads of requests from one connection, one after the other. A head that does not come
 * within its time, is too large or is no HTTP ends the connection. For the thread of the
 * connection.
 */
final class RequestReader {
    static final int MOST_BYTES = 32_768;
    static final int MOST_HEADERS = 64;

    private static final int IDLE_MILLIS = 30_000;
    private static final long HEAD_NANOS = 20_000_000_000L;
    private static final int MOST_DRAINED = 64; // buffers full
    private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";

    private final Socket socket;
    private final InputStream in;
    private final byte[] buffer = new byte[1 << 16];
    private int at;
    private int end;
    private long left; // of the body of the last request

    RequestReader(Socket socket) throws IOException {
        this.socket = socket;
        this.in = socket.getInputStream();
    }

    /**
     * The next request; null when the other side has no more.
     *
     * @throws BadRequestException if what came is none
     */
    PageRequest next() throws IOException {
        List<String> lines = lines();
        if (lines.isEmpty()) {
            return null;
        }
        String[] words = lines.getFirst().split(" ", -1);
        boolean isHttp = words.length == 3
                && words[0].matches(TOKEN)
                && !words[1].isEmpty()
                && words[2].matches("HTTP/1\\.[01]");
        if (!isHttp) {
            throw new BadRequestException(400, "The first line is no request of HTTP/1.1.");
        }
        Map<String, List<String>> headers = headers(lines.subList(1, lines.size()));
        List<String> wishes = headers.getOrDefault("connection", List.of());
        boolean isLasting =
                words[2].equals("HTTP/1.1") && wishes.stream().noneMatch(wish -> wish.equalsIgnoreCase("close"));
        return new PageRequest(words[0], words[1], isLasting, headers);
    }

    private static Map<String, List<String>> headers(List<String> lines) throws BadRequestException {
        if (lines.size() > MOST_HEADERS) {
            throw new BadRequestException(431, "The request has too many headers.");
        }
        Map<String, List<String>> headers = new HashMap<>();
        for (String line : lines) {
            int colon = line.indexOf(':');
            if (colon < 1 || !line.substring(0, colon).matches(TOKEN)) {
                throw new BadRequestException(400, "A header of the request is none.");
            }
            headers.computeIfAbsent(line.substring(0, colon).toLowerCase(Locale.ROOT), name -> new ArrayList<>())
                    .add(line.substring(colon + 1).strip());
        }
        return headers;
    }

    /** Up to the empty line that ends a head; none when the connection ended or stays silent. */
    private List<String> lines() throws IOException {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        long deadline = System.nanoTime() + HEAD_NANOS;
        int bytes = 0;
        while (true) {
            int next = read(bytes == 0 ? IDLE_MILLIS : left(deadline));
            if (next < 0) {
                return List.of(); // half a head is no request
            }
            if (bytes++ == 0) {
                deadline = System.nanoTime() + HEAD_NANOS;
            }
            if (bytes > MOST_BYTES) {
                throw new BadRequestException(431, "The head of the request is too large.");
            }
            if (next != '\n') {
                line.append((char) next);
                continue;
            }
            int length = line.length();
            if (length > 0 && line.charAt(length - 1) == '\r') {
                line.setLength(length - 1);
            }
            if (line.isEmpty() && !lines.isEmpty()) {
                return lines;
            }
            if (!line.isEmpty()) { // empty lines before a request are passed over
                lines.add(line.toString());
            }
            line.setLength(0);
        }
    }

    private static int left(long deadline) {
        return (int) Math.max(1, (deadline - System.nanoTime()) / 1_000_000);
    }

    /** The next byte; -1 at the end, and when it does not come in time. */
    private int read(int patienceMillis) throws IOException {
        if (at == end) {
            socket.setSoTimeout(patienceMillis);
            at = 0;
            try {
                end = Math.max(0, in.read(buffer));
            } catch (SocketTimeoutException silent) {
                end = 0;
            }
            if (end == 0) {
                return -1;
            }
        }
        return buffer[at++] & 0xFF;
    }

    /** The bytes of a body, from here on; none where the head says none. */
    InputStream body(long size) {
        left = Math.max(0, size);
        return new InputStream() {
            @Override
            public int read() throws IOException {
                if (left == 0) {
                    return -1;
                }
                int next = RequestReader.this.read(IDLE_MILLIS);
                left -= next < 0 ? left : 1;
                return next;
            }

            @Override
            public int read(byte[] bytes, int from, int length) throws IOException {
                int first = length == 0 ? 0 : read();
                if (first < 0 || length == 0) {
                    return first;
                }
                bytes[from] = (byte) first;
                int more = (int) Math.min(Math.min(length - 1, end - at), left);
                System.arraycopy(buffer, at, bytes, from + 1, more);
                at += more;
                left -= more;
                return more + 1;
            }
        };
    }

    /** Whether the next byte begins a request: the body before it was read to its end. */
    boolean isAtNext() {
        return left == 0;
    }

    /** Takes what the other side still sends, a little, so that it can read the last answer. */
    void drain() throws IOException {
        socket.setSoTimeout(200);
        int rest = MOST_DRAINED;
        try {
            while (rest > 0 && in.read(buffer) >= 0) {
                rest--;
            }
        } catch (SocketTimeoutException silent) {
            return; // it has read what there was
        }
    }

    /** Text for a header or the first line of an answer. */
    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
