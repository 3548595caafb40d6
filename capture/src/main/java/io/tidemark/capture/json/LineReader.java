package io.tidemark.capture.json;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Gives a stream line by line as bytes, without making strings. One thread. A line longer than the
 * maximum is read past and marked {@link #isTooLong}; it costs no memory.
 */
public final class LineReader implements Closeable {
    private static final int FIRST = 1 << 16;

    private final InputStream stream;
    private final int maxLineBytes;
    private byte[] bytes = new byte[FIRST + 1]; // one spare byte behind the last line
    private int next;
    private int limit;
    private long discarded;
    private boolean ended;
    private int begin;
    private int end;
    private long number;
    private boolean tooLong;

    public LineReader(InputStream stream, int maxLineBytes) {
        if (maxLineBytes < FIRST) {
            throw new IllegalArgumentException("maxLineBytes=" + maxLineBytes);
        }
        this.stream = stream;
        this.maxLineBytes = maxLineBytes;
    }

    /** Moves to the next line; false at the end of the stream. */
    public boolean next() throws IOException {
        tooLong = false;
        int scanned = next;
        while (true) {
            int newline = find(scanned);
            if (newline >= 0) {
                take(next, newline, newline + 1);
                return true;
            }
            scanned = limit;
            if (ended) {
                boolean rest = next < limit || tooLong;
                take(next, limit, limit);
                return rest;
            }
            if (limit - next >= maxLineBytes) {
                tooLong = true;
                discarded += limit - next;
                limit = next;
                scanned = next;
            }
            scanned -= fill();
        }
    }

    private void take(int from, int to, int after) {
        boolean marked = discarded + from == 0 && JsonInput.isByteOrderMark(bytes, from, to);
        begin = marked ? from + 3 : from;
        end = to;
        next = after;
        number++;
    }

    private int find(int from) {
        for (int at = from; at < limit; at++) {
            if (bytes[at] == '\n') {
                return at;
            }
        }
        return -1;
    }

    /** Reads more bytes; answers how far the bytes kept moved to the front. */
    private int fill() throws IOException {
        int moved = next;
        System.arraycopy(bytes, next, bytes, 0, limit - next);
        discarded += next;
        limit -= next;
        next = 0;
        if (limit == bytes.length - 1) {
            int larger = (int) Math.min((bytes.length - 1) * 2L, (long) maxLineBytes + FIRST);
            bytes = Arrays.copyOf(bytes, larger + 1);
        }
        int count = stream.read(bytes, limit, bytes.length - 1 - limit);
        if (count < 0) {
            ended = true;
        } else {
            limit += count;
        }
        return moved;
    }

    /** Holds the line from {@link #begin} to {@link #end}, valid until the next call. */
    public byte[] bytes() {
        return bytes;
    }

    public int begin() {
        return begin;
    }

    public int end() {
        return end;
    }

    /** Number of the line, from 1. */
    public long number() {
        return number;
    }

    /** Offset of the line's first byte in the stream. */
    public long position() {
        return discarded + begin;
    }

    public boolean isTooLong() {
        return tooLong;
    }

    /** True when the line holds nothing but white space. */
    public boolean isBlank() {
        for (int at = begin; at < end; at++) {
            if (bytes[at] > ' ' || bytes[at] < 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
