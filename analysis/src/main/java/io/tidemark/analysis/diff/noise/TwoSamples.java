package io.tidemark.analysis.diff.noise;

/** Compares one figure of several runs before with that of several runs after. Pure. */
public final class TwoSamples {
    private static final double ALARM = 0.005; // chance of calling noise a change
    private static final double OUTSIDE = 0.05;

    private TwoSamples() {}

    /**
     * The change of a mean, by Welch's test and by ranks. If {@code isExact}, figures never vary
     * and are compared exactly; otherwise each side needs two runs.
     */
    public static Change compare(double[] before, double[] after, boolean isExact) {
        double value = Robust.mean(after) - Robust.mean(before);
        double one = Robust.variance(before) / before.length;
        double other = Robust.variance(after) / after.length;
        double error = Math.sqrt(one + other);
        if (isExact && error == 0) {
            return Change.of(value, 0, value != 0);
        }
        if (before.length < 2 || after.length < 2) {
            return Change.untold(value);
        }
        if (error == 0) {
            return Change.of(value, 0, value != 0);
        }
        double degrees =
                (one + other) * (one + other) / (one * one / (before.length - 1) + other * other / (after.length - 1));
        boolean isSignificant =
                Student.twoSided(value / error, degrees) < ALARM && RankSeparation.isClear(before, after, value > 0);
        return Change.of(value, error * Student.critical(OUTSIDE, degrees), isSignificant);
    }

    /**
     * The change of a mean that varies as much before as after, so that a side of two runs is
     * judged by the spread of both.
     *
     * @param alarm chance of calling noise a change
     */
    static Change pooled(double[] before, double[] after, double alarm) {
        double value = Robust.mean(after) - Robust.mean(before);
        int degrees = before.length + after.length - 2;
        if (before.length < 2 || after.length < 2) {
            return Change.untold(value);
        }
        double squares = Robust.variance(before) * (before.length - 1) + Robust.variance(after) * (after.length - 1);
        double error = Math.sqrt(squares / degrees * (1.0 / before.length + 1.0 / after.length));
        boolean isSignificant = error == 0
                ? value != 0
                : Student.twoSided(value / error, degrees) < alarm && RankSeparation.isClear(before, after, value > 0);
        return Change.of(value, error * Student.critical(OUTSIDE, degrees), isSignificant);
    }

    /** The change of one run against one, when others of either side tell how much runs vary. */
    public static Change single(double value, double[] before, double[] after) {
        double error = Math.sqrt(Robust.variance(before) + Robust.variance(after));
        double degrees = Math.max(1, before.length + after.length - 2);
        boolean isSignificant = error == 0 ? value != 0 : Student.twoSided(value / error, degrees) < ALARM;
        return Change.of(value, error * Student.critical(OUTSIDE, degrees), isSignificant);
    }
}
