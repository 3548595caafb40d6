package io.tidemark.analysis.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Decimal text of doubles as C prints it: exact binary value, ties to even, never a locale. Pure,
 * any thread.
 */
public final class Numbers {
    private static final double[] POWERS = {1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};
    private static final double EXACT_LIMIT = 1e9; // below it the scaled value keeps six digits
    private static final double TIE_MARGIN = 1e-4;

    private Numbers() {}

    /** Like {@code %.<decimals>f}. */
    public static String fixed(double value, int decimals) {
        if (!Double.isFinite(value)) {
            return special(value);
        }
        double scaled = Math.abs(value) * (decimals < POWERS.length ? POWERS[decimals] : 1e300);
        double fraction = scaled - Math.floor(scaled);
        if (scaled < EXACT_LIMIT && Math.abs(fraction - 0.5) > TIE_MARGIN) {
            return placePoint((long) Math.rint(scaled), decimals, isNegative(value));
        }
        String text = new BigDecimal(value).setScale(decimals, RoundingMode.HALF_EVEN).toString();
        return isNegative(value) && !text.startsWith("-") ? "-" + text : text;
    }

    /** Like {@code %.<significant>g}: at most that many digits, no trailing zeros. */
    public static String general(double value, int significant) {
        if (!Double.isFinite(value)) {
            return special(value);
        }
        if (value == 0) {
            return isNegative(value) ? "-0" : "0";
        }
        if (value == Math.rint(value) && Math.abs(value) < 100_000 && significant >= 5) {
            return Long.toString((long) value);
        }
        BigDecimal rounded =
                new BigDecimal(value).round(new MathContext(significant, RoundingMode.HALF_EVEN));
        int exponent = rounded.precision() - rounded.scale() - 1;
        if (exponent >= -4 && exponent < significant) {
            return rounded.stripTrailingZeros().toPlainString();
        }
        BigDecimal mantissa = rounded.scaleByPowerOfTen(-exponent).stripTrailingZeros();
        String digits = Integer.toString(Math.abs(exponent));
        return mantissa.toPlainString()
                + (exponent < 0 ? "e-" : "e+")
                + (digits.length() < 2 ? "0" + digits : digits);
    }

    /** Digits in groups of three: {@code 1,234,567}. */
    public static String grouped(long value) {
        String digits = Long.toString(value);
        int first = value < 0 ? 1 : 0;
        StringBuilder text = new StringBuilder(digits.length() + digits.length() / 3);
        for (int at = 0; at < digits.length(); at++) {
            if (at > first && (digits.length() - at) % 3 == 0) {
                text.append(',');
            }
            text.append(digits.charAt(at));
        }
        return text.toString();
    }

    private static boolean isNegative(double value) {
        return Double.doubleToRawLongBits(value) < 0;
    }

    private static String placePoint(long scaled, int decimals, boolean negative) {
        String digits = Long.toString(scaled);
        StringBuilder text = new StringBuilder(digits.length() + 3);
        if (negative) {
            text.append('-');
        }
        text.repeat('0', Math.max(0, decimals + 1 - digits.length())).append(digits);
        if (decimals > 0) {
            text.insert(text.length() - decimals, '.');
        }
        return text.toString();
    }

    private static String special(double value) {
        if (Double.isNaN(value)) {
            return "nan";
        }
        return value > 0 ? "inf" : "-inf";
    }
}
