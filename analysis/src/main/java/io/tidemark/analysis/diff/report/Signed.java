package io.tidemark.analysis.diff.report;

import io.tidemark.analysis.text.Numbers;
import io.tidemark.analysis.text.Units;

/** Differences with their sign. Pure. */
final class Signed {
    private static final double LEAST_ROUGH = 0.1; // from here on two decimals are enough

    private Signed() {}

    static String nanos(double nanos) {
        return nanos == 0 ? "0 ns" : sign(nanos) + Units.nanos(Math.abs(nanos));
    }

    /** Of a share: 0.01 is one percent. */
    static String percent(double share) {
        return share == 0 ? "0 %" : sign(share) + plainPercent(Math.abs(share));
    }

    static String plainPercent(double share) {
        double percent = share * 100;
        int decimals = percent >= LEAST_ROUGH || percent == 0 ? 2 : 4;
        return trimmed(Numbers.fixed(percent, decimals)) + " %";
    }

    private static String trimmed(String number) {
        return number.contains(".") ? number.replaceFirst("0+$", "").replaceFirst("[.]$", "") : number;
    }

    private static String sign(double value) {
        return value < 0 ? "-" : "+";
    }
}
