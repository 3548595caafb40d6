package io.tidemark.cli.run;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Locale;

/** Reads ring sizes as people write them: one number for all four rings, or one for each. */
public final class SizeList {
    private static final int RINGS = 4;

    private SizeList() {}

    /**
     * Parses {@code "1024"}, {@code "4MiB"} or {@code "64,64,128,128"}.
     *
     * @param name what to call the value in an error, a flag or an environment name
     * @return one value for each ring
     */
    public static long[] parse(String name, String text) {
        String[] parts = text.strip().split(",", -1);
        if (parts.length != 1 && parts.length != RINGS) {
            throw new IllegalArgumentException(
                    "%s=%s has %d values; give one for all rings or exactly %d, separated by commas"
                            .formatted(name, text, parts.length, RINGS));
        }
        long[] sizes = new long[RINGS];
        Arrays.setAll(sizes, ring -> number(name, parts[parts.length == 1 ? 0 : ring].strip()));
        return sizes;
    }

    private static long number(String name, String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        int digits = 0;
        while (digits < lower.length() && Character.isDigit(lower.charAt(digits))) {
            digits++;
        }
        long unit =
                switch (lower.substring(digits)) {
                    case "", "b" -> 1L;
                    case "k", "kb", "kib" -> 1L << 10;
                    case "m", "mb", "mib" -> 1L << 20;
                    case "g", "gb", "gib" -> 1L << 30;
                    default -> 0L;
                };
        if (unit != 0 && digits > 0) {
            BigInteger size = new BigInteger(lower.substring(0, digits)).multiply(BigInteger.valueOf(unit));
            if (size.bitLength() < Long.SIZE) {
                return size.longValueExact();
            }
            throw new IllegalArgumentException("%s=%s is too large for any ring".formatted(name, text));
        }
        throw new IllegalArgumentException(
                "%s=%s is not a size; write a whole number, with KiB, MiB or GiB if you like".formatted(name, text));
    }
}
