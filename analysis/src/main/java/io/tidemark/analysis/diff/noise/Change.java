package io.tidemark.analysis.diff.noise;

/**
 * A change, with what chance may have to do with it. Values are shares of what was before (0.01 is
 * one percent) or nanoseconds, as the one who asked says.
 *
 * @param low lower end of the interval that holds the true change in 95 of 100 cases
 * @param verdict what can be said
 */
public record Change(double value, double low, double high, Verdict verdict) {
    /** What can be said of a change. */
    public enum Verdict {
        /** More than chance explains. */
        MORE("more"),
        /** Less than chance explains. */
        LESS("less"),
        /** Chance explains it. */
        NOISE("within the noise"),
        /** There is nothing to judge it by. */
        UNKNOWN("cannot tell");

        private final String words;

        Verdict(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    /** A change of which nothing more is known. */
    public static Change untold(double value) {
        return new Change(value, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, Verdict.UNKNOWN);
    }

    static Change of(double value, double reach, boolean isSignificant) {
        Verdict verdict = !isSignificant ? Verdict.NOISE : value > 0 ? Verdict.MORE : Verdict.LESS;
        return new Change(value, value - reach, value + reach, verdict);
    }

    public boolean isSignificant() {
        return verdict == Verdict.MORE || verdict == Verdict.LESS;
    }

    /** True when the ends of the interval are known. */
    public boolean hasInterval() {
        return verdict != Verdict.UNKNOWN;
    }
}
