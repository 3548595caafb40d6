package io.tidemark.analysis.args;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Collects letters and digits for a text that is written in large pieces. One thread; what was put
 * is in the target after {@link #flush}.
 */
final class AsciiBuffer {
    private static final int SIZE = 1 << 14;
    private static final int LONGEST_NUMBER = 20;

    private final Appendable target;
    private final byte[] bytes = new byte[SIZE];
    private int used;

    AsciiBuffer(Appendable target) {
        this.target = target;
    }

    AsciiBuffer put(char letter) throws IOException {
        makeRoom(1);
        bytes[used++] = (byte) letter;
        return this;
    }

    /** Puts one letter several times. */
    AsciiBuffer fill(char letter, int count) throws IOException {
        for (int at = 0; at < count; at++) {
            put(letter);
        }
        return this;
    }

    AsciiBuffer put(byte[] letters, int from, int count) throws IOException {
        makeRoom(count);
        System.arraycopy(letters, from, bytes, used, count);
        used += count;
        return this;
    }

    /** Puts a number that is not negative in decimal. */
    AsciiBuffer number(long value) throws IOException {
        makeRoom(LONGEST_NUMBER);
        int digits = 1;
        for (long rest = value; rest >= 10; rest /= 10) {
            digits++;
        }
        long rest = value;
        for (int at = used + digits - 1; at >= used; at--) {
            bytes[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        used += digits;
        return this;
    }

    void flush() throws IOException {
        target.append(new String(bytes, 0, used, StandardCharsets.ISO_8859_1));
        used = 0;
    }

    private void makeRoom(int count) throws IOException {
        if (SIZE - used < count) {
            flush();
        }
    }
}
