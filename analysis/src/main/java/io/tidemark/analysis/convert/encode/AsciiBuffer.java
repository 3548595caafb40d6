package io.tidemark.analysis.convert.encode;

import java.util.Arrays;

/**
 * A growing array of ASCII bytes that numbers are formatted into without making text objects. One
 * thread. Numbers that do not fit its fast paths go through {@link Double#toString}, so every
 * double reads back as itself.
 */
public final class AsciiBuffer {
    private static final int LONGEST_LONG = 20;
    private static final double EXACT_LIMIT = 9e15; // whole numbers below are exact in a double

    private byte[] bytes;
    private int size;

    public AsciiBuffer(int capacity) {
        bytes = new byte[capacity];
    }

    public byte[] bytes() {
        return bytes;
    }

    public int size() {
        return size;
    }

    public void clear() {
        size = 0;
    }

    /** Takes back the byte appended last. */
    public void dropLast() {
        size--;
    }

    public AsciiBuffer put(char character) {
        ensure(1);
        bytes[size++] = (byte) character;
        return this;
    }

    public AsciiBuffer put(byte[] more) {
        ensure(more.length);
        System.arraycopy(more, 0, bytes, size, more.length);
        size += more.length;
        return this;
    }

    /** Appends text that is known to be ASCII. */
    public AsciiBuffer put(String ascii) {
        int length = ascii.length();
        ensure(length);
        for (int at = 0; at < length; at++) {
            bytes[size + at] = (byte) ascii.charAt(at);
        }
        size += length;
        return this;
    }

    public AsciiBuffer put(long value) {
        ensure(LONGEST_LONG);
        if (value < 0) {
            if (value == Long.MIN_VALUE) {
                return put("-9223372036854775808");
            }
            bytes[size++] = '-';
            value = -value;
        }
        int digits = digits(value);
        for (int at = size + digits - 1; at >= size; at--) {
            long quotient = value / 10;
            bytes[at] = (byte) ('0' + (value - quotient * 10));
            value = quotient;
        }
        size += digits;
        return this;
    }

    /** The 64 bits as an unsigned number. */
    public AsciiBuffer putUnsigned(long value) {
        return value >= 0 ? put(value) : put(Long.toUnsignedString(value));
    }

    /** A task as people write it: {@code t7} on ring 0, else {@code r2t7}. */
    public AsciiBuffer putTask(long taskId) {
        long ring = (taskId >>> 32) & 0xFF;
        if (ring != 0) {
            put('r').put(ring);
        }
        return put('t').put(taskId & 0xFFFF_FFFFL);
    }

    /** Nanoseconds as microseconds, without trailing zeros: {@code 12.34}, {@code 12}. */
    public AsciiBuffer putNanoseconds(long nanos) {
        if (nanos < 0) {
            put('-');
            nanos = nanos == Long.MIN_VALUE ? Long.MAX_VALUE : -nanos; // the least has no opposite
        }
        return putThousandths(nanos);
    }

    /** Shortest text that reads back as the same double, always with a point or an exponent. */
    public AsciiBuffer putExact(double value) {
        double scaled = Math.rint(value * 1000.0);
        if (Math.abs(scaled) < EXACT_LIMIT
                && scaled / 1000.0 == value
                && Double.doubleToRawLongBits(value) != Long.MIN_VALUE) {
            long thousandths = (long) scaled;
            if (thousandths < 0) {
                put('-');
                thousandths = -thousandths;
            }
            putThousandths(thousandths);
            return thousandths % 1000 == 0 ? put(".0") : this;
        }
        return put(Double.toString(value));
    }

    private AsciiBuffer putThousandths(long value) {
        long whole = value / 1000;
        put(whole);
        int rest = (int) (value - whole * 1000);
        if (rest == 0) {
            return this;
        }
        ensure(4);
        bytes[size++] = '.';
        for (int place = 100; rest > 0; place /= 10) {
            bytes[size++] = (byte) ('0' + rest / place);
            rest %= place;
        }
        return this;
    }

    private static int digits(long value) {
        int digits = 1;
        for (long limit = 10; digits < 19 && value >= limit; limit *= 10) {
            digits++;
        }
        return digits;
    }

    private void ensure(int more) {
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
        }
    }
}
