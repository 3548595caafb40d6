package io.tidemark.capture.json;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes text and numbers as bytes through one buffer, without making strings of the numbers. One
 * thread. A failed write throws; nothing is kept back but the buffer.
 */
public final class TextSink implements Closeable {
    private static final int BUFFER = 1 << 16;
    private static final int LONGEST_NUMBER = 20;

    private final OutputStream target;
    private final byte[] buffer = new byte[BUFFER];
    private int size;
    private long written;

    public TextSink(OutputStream target) {
        this.target = target;
    }

    public static TextSink create(Path file) throws IOException {
        return new TextSink(Files.newOutputStream(file));
    }

    /** Text that holds nothing above 127. */
    @SuppressWarnings("deprecation") // copies the low bytes, which is all an ASCII text has
    public TextSink ascii(String text) throws IOException {
        int length = text.length();
        if (length > BUFFER - size) {
            flushBuffer();
            if (length > BUFFER) {
                return bytes(text.getBytes(StandardCharsets.US_ASCII));
            }
        }
        text.getBytes(0, length, buffer, size);
        size += length;
        return this;
    }

    /** Any text as UTF-8, in quotes and escaped. */
    public TextSink quoted(String text) throws IOException {
        return bytes(JsonText.quote(text).getBytes(StandardCharsets.UTF_8));
    }

    public TextSink bytes(byte[] bytes) throws IOException {
        if (bytes.length > BUFFER - size) {
            flushBuffer();
            if (bytes.length > BUFFER) {
                target.write(bytes);
                written += bytes.length;
                return this;
            }
        }
        System.arraycopy(bytes, 0, buffer, size, bytes.length);
        size += bytes.length;
        return this;
    }

    public TextSink number(long value) throws IOException {
        if (value >= 0) {
            return digits(value);
        }
        return value == Long.MIN_VALUE
                ? ascii(Long.toString(value))
                : ascii("-").digits(-value);
    }

    /** All 64 bits as a number without sign. */
    public TextSink unsigned(long value) throws IOException {
        return value >= 0 ? digits(value) : ascii(Long.toUnsignedString(value));
    }

    private TextSink digits(long value) throws IOException {
        if (BUFFER - size < LONGEST_NUMBER) {
            flushBuffer();
        }
        int count = 1;
        for (long rest = value / 10; rest > 0; rest /= 10) {
            count++;
        }
        long rest = value;
        for (int at = size + count - 1; at >= size; at--) {
            buffer[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        size += count;
        return this;
    }

    /** {@code [1, 2, 3]} with the given separator. */
    public TextSink list(long[] values, String separator) throws IOException {
        ascii("[");
        for (int at = 0; at < values.length; at++) {
            if (at > 0) {
                ascii(separator);
            }
            number(values[at]);
        }
        return ascii("]");
    }

    private void flushBuffer() throws IOException {
        target.write(buffer, 0, size);
        written += size;
        size = 0;
    }

    @Override
    public void close() throws IOException {
        try (target) {
            flushBuffer();
        }
    }
}
