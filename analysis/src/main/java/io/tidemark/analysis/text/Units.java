package io.tidemark.analysis.text;

/**
 * The one place that writes quantities for people: a duration, a size, a share or a count looks the same in every
 * report. Pure, any thread.
 */
public final class Units {
    private static final String[] BYTE_UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};

    /** What would read 1000 is of the next unit. */
    private static final double LEAST_ROUNDED_UP = 999.5;

    private static final int BAR_CELLS = 20;

    private Units() {}

    /** A duration given in nanoseconds: {@code 780 ns}, {@code 12.3 us}, {@code 4.56 ms}. */
    public static String nanos(double nanos) {
        double size = Math.abs(nanos);
        if (size < LEAST_ROUNDED_UP) {
            return scaled(nanos, 1, "ns");
        }
        if (size < LEAST_ROUNDED_UP * 1e3) {
            return scaled(nanos, 1e3, "us");
        }
        if (size < LEAST_ROUNDED_UP * 1e6) {
            return scaled(nanos, 1e6, "ms");
        }
        return scaled(nanos, 1e9, "s");
    }

    /** Like {@link #nanos}, for a time in microseconds. */
    public static String micros(double micros) {
        return nanos(micros * 1e3);
    }

    /** A size in binary units: {@code 512 B}, {@code 1.50 MiB}. */
    public static String bytes(long bytes) {
        double size = bytes;
        int unit = 0;
        while (Math.abs(size) >= 1024 && unit < BYTE_UNITS.length - 1) {
            size /= 1024;
            unit++;
        }
        return unit == 0 ? bytes + " B" : threeDigits(size) + " " + BYTE_UNITS[unit];
    }

    /** A share of one, as percent with one decimal: {@code 12.5 %}. */
    public static String percent(double share) {
        return Double.isNaN(share) ? "n/a" : Numbers.fixed(share * 100, 1) + " %";
    }

    /** The same with two decimals and its sign, for a change: {@code +0.35 %}. */
    public static String change(double share) {
        return (share > 0 ? "+" : "") + Numbers.fixed(share * 100, 2) + " %";
    }

    /** A share of one drawn as a bar. */
    public static String bar(double share) {
        int cells = (int) Math.round(Math.clamp(share, 0, 1) * BAR_CELLS);
        return "#".repeat(cells == 0 && share > 0 ? 1 : cells);
    }

    /** A number without a unit, with at most one decimal. */
    public static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Numbers.grouped((long) value)
                : Numbers.fixed(value, 1);
    }

    /** A whole number of things: {@code 1,234}. */
    public static String count(long count) {
        return Numbers.grouped(count);
    }

    /** {@code 1 task}, {@code 2 tasks}, {@code 2 accesses}. */
    public static String plural(long count, String noun) {
        String ending = count == 1 ? "" : noun.endsWith("s") ? "es" : "s";
        return Numbers.grouped(count) + " " + noun + ending;
    }

    private static String scaled(double value, double divisor, String unit) {
        return threeDigits(value / divisor) + " " + unit;
    }

    private static String threeDigits(double value) {
        double size = Math.abs(value);
        if (size == Math.rint(size) && size < 1000) {
            return Numbers.fixed(value, 0);
        }
        return Numbers.fixed(value, size >= 100 ? 0 : size >= 10 ? 1 : 2);
    }
}
