package io.tidemark.cli.text;

import java.math.BigInteger;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads the whole numbers of options; a number that is too large gets another message than text
 * without a number.
 */
public final class WholeNumber {
    private WholeNumber() {}

    /** For options that hold an int. */
    public static ITypeConverter<Integer> ofInt() {
        return text -> (int) read(text, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    /** For options that hold a long. */
    public static ITypeConverter<Long> ofLong() {
        return text -> read(text, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    private static long read(String text, long low, long high) {
        BigInteger value;
        try {
            value = new BigInteger(text.strip());
        } catch (NumberFormatException notOne) {
            throw new TypeConversionException("'" + text + "' is not a whole number");
        }
        if (value.compareTo(BigInteger.valueOf(low)) < 0) {
            throw new TypeConversionException("'" + text + "' is too small; " + low + " is the least");
        }
        if (value.compareTo(BigInteger.valueOf(high)) > 0) {
            throw new TypeConversionException("'" + text + "' is too large; " + high + " is the most");
        }
        return value.longValueExact();
    }
}
