package io.tidemark.capture.args;

/**
 * The value of a dumped scalar as the manifest shows it.
 *
 * @param bits whole number, double bits, or 0/1, after {@code kind}
 */
public record ScalarValue(Kind kind, long bits) {
    /** How {@code bits} are meant. */
    public enum Kind {
        /** The entry has no value. */
        ABSENT,
        /** Signed 64 bits. */
        SIGNED,
        /** Unsigned 64 bits, used above 2^63 - 1. */
        UNSIGNED,
        /** Bits of a double. */
        REAL,
        BOOL,
        /** Written as null. */
        NOT_A_NUMBER,
        POSITIVE_INFINITY,
        NEGATIVE_INFINITY
    }

    public static final ScalarValue ABSENT = new ScalarValue(Kind.ABSENT, 0);

    public double real() {
        return Double.longBitsToDouble(bits);
    }
}
