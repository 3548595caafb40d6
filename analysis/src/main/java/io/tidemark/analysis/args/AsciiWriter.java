package io.tidemark.analysis.args;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Writes letters and digits to a target in large pieces; it does not grow, unlike the {@code
 * AsciiBuffer} of the exporters. One thread; what was put is in the target after {@link #flush}.
 */
final class AsciiWriter {
    private static final int SIZE = 1 << 14;
    private static final int LONGEST_NUMBER = 20;

    private final Appendable target;
    private final byte[] bytes = new byte[SIZE];
    private int used;

    AsciiWriter(Appendable target) {
        this.target = target;
    }

    AsciiWriter put(char letter) throws IOException {
        makeRoom(1);
        bytes[used++] = (byte) letter;
        return this;
    }

    /** Puts one letter several times. */
    AsciiWriter fill(char letter, int count) throws IOException {
        for (int at = 0; at < count; at++) {
            put(letter);
        }
        return this;
    }

    AsciiWriter put(byte[] letters, int from, int count) throws IOException {
        makeRoom(count);
        System.arraycopy(letters, from, bytes, used, count);
        used += count;
        return this;
    }

    /** Puts a number that is not negative in decimal. */
    AsciiWriter number(long value) throws IOException {
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
