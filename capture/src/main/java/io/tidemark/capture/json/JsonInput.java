package io.tidemark.capture.json;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;

/**
 * A window of bytes that slides over a stream. One thread. The byte at {@code limit} is always 0,
 * so that loops over digits or letters stop there without a check of their own.
 */
final class JsonInput implements Closeable {
    static final int WINDOW = 1 << 18;

    final byte[] bytes;
    int at;
    int limit;

    private final InputStream stream;
    private long discarded;
    private boolean ended;

    JsonInput(InputStream stream) {
        this.stream = stream;
        this.bytes = new byte[WINDOW + 1];
    }

    /** A text that is wholly in {@code bytes}; the byte at {@code end} is set to 0. */
    JsonInput(byte[] bytes, int begin, int end, long position) {
        this.stream = InputStream.nullInputStream();
        this.bytes = bytes;
        this.at = begin;
        this.limit = end;
        this.discarded = position - begin;
        this.ended = true;
        bytes[end] = 0;
    }

    /** Offset of {@code index} in the whole text. */
    long position(int index) {
        return discarded + index;
    }

    long position() {
        return position(at);
    }

    /** Makes {@code wanted} bytes visible from {@code at} on, or as many as the text still has. */
    void ensure(int wanted) throws IOException {
        if (limit - at < wanted && !ended) {
            slide(wanted);
        }
    }

    /** Makes at least one more byte visible; false at the end of the text. */
    boolean more() throws IOException {
        int visible = limit - at;
        if (ended || visible == WINDOW) {
            return false;
        }
        slide(visible + 1);
        return limit - at > visible;
    }

    /** The next byte that is no white space, -1 at the end of the text; the cursor stays on it. */
    int significant() throws IOException {
        while (true) {
            int next = bytes[at];
            if (next > ' ') {
                return next;
            }
            if (at == limit) {
                if (!more()) {
                    return -1;
                }
            } else if (next == ' ' || next == '\n' || next == '\r' || next == '\t') {
                at++;
            } else if (position() == 0 && isByteOrderMark()) {
                at += 3;
            } else {
                return next & 0xFF;
            }
        }
    }

    /** What some editors put before UTF-8; no part of the text. */
    private boolean isByteOrderMark() throws IOException {
        ensure(3);
        return isByteOrderMark(bytes, at, limit);
    }

    static boolean isByteOrderMark(byte[] bytes, int begin, int end) {
        return end - begin >= 3
                && bytes[begin] == (byte) 0xEF
                && bytes[begin + 1] == (byte) 0xBB
                && bytes[begin + 2] == (byte) 0xBF;
    }

    private void slide(int wanted) throws IOException {
        System.arraycopy(bytes, at, bytes, 0, limit - at);
        discarded += at;
        limit -= at;
        at = 0;
        while (limit < wanted) {
            int count = stream.read(bytes, limit, WINDOW - limit);
            if (count < 0) {
                ended = true;
                break;
            }
            limit += count;
        }
        bytes[limit] = 0;
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
