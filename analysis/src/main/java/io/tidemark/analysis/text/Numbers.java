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
    private static final double LEAST_QUICK = 1e-4; // below it the general form has an exponent
    private static final int MOST_QUICK_DIGITS = 9;

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
        String text =
                new BigDecimal(value).setScale(decimals, RoundingMode.HALF_EVEN).toString();
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
        String quick = significant <= MOST_QUICK_DIGITS ? quickGeneral(value, significant) : null;
        return quick != null ? quick : exactGeneral(value, significant);
    }

    /**
     * The same where one multiplication by a power of ten gives the digits beyond doubt and no
     * exponent is written; null elsewhere.
     */
    private static String quickGeneral(double value, int significant) {
        double size = Math.abs(value);
        if (!(size >= LEAST_QUICK && size < EXACT_LIMIT)) {
            return null;
        }
        int exponent = -4;
        while (size >= (exponent < -1 ? 1 / POWERS[-exponent - 1] : POWERS[exponent + 1])) {
            exponent++;
        }
        int decimals = significant - 1 - exponent;
        if (decimals < 0) {
            return null;
        }
        double scaled = size * scale(decimals);
        long digits = (long) Math.rint(scaled);
        boolean isDoubtful = Math.abs(scaled - Math.floor(scaled) - 0.5) <= TIE_MARGIN;
        if (isDoubtful || digits < POWERS[significant - 1] || digits >= POWERS[significant]) {
            return null;
        }
        while (decimals > 0 && digits % 10 == 0) {
            digits /= 10;
            decimals--;
        }
        return placePoint(digits, decimals, isNegative(value));
    }

    /** 10 to a power that a double holds exactly. */
    private static double scale(int power) {
        return power < POWERS.length ? POWERS[power] : POWERS[9] * POWERS[power - 9];
    }

    /** The same by arithmetic without rounding, for any number. */
    static String exactGeneral(double value, int significant) {
        BigDecimal rounded = new BigDecimal(value).round(new MathContext(significant, RoundingMode.HALF_EVEN));
        int exponent = rounded.precision() - rounded.scale() - 1;
        if (exponent >= -4 && exponent < significant) {
            return rounded.stripTrailingZeros().toPlainString();
        }
        BigDecimal mantissa = rounded.scaleByPowerOfTen(-exponent).stripTrailingZeros();
        String digits = Integer.toString(Math.abs(exponent));
        return mantissa.toPlainString() + (exponent < 0 ? "e-" : "e+") + (digits.length() < 2 ? "0" + digits : digits);
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
